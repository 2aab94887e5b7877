import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../api/useList.ts';
import type { ListSearch } from '../../lists/address.ts';
import { PagedList } from '../../lists/PagedList.tsx';
import type { Noun } from '../../lists/total.ts';
import { May } from '../../shell/May.tsx';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Page } from '../../ui/Page.tsx';
import { CreateRuleDialog } from './CreateRuleDialog.tsx';
import { ExplainPanel } from './ExplainPanel.tsx';
import { RULE_LIST, ruleVariables } from './list.ts';
import { RULES_LIST } from './operations.ts';
import { ResultLabels } from './ResultLabels.tsx';
import { RuleTable } from './RuleTable.tsx';

const ABOUT =
  'Allow, deny or ask for approval before a tool call runs. Deny overrides Ask, and Ask overrides Allow. Calls that match no rule are allowed.';

export function RulesPage() {
  const [isCreating, setIsCreating] = useState(false);
  const create = (
    <May right="ADMIN">
      <Button kind="primary" onClick={() => setIsCreating(true)}>
        <Plus size={16} aria-hidden /> New rule
      </Button>
    </May>
  );
  return (
    <Page title="Rules" about={ABOUT} actions={create}>
      <RuleList />
      <ResultLabels />
      <ExplainPanel />
      {isCreating && <CreateRuleDialog onClose={() => setIsCreating(false)} />}
    </Page>
  );
}

const NOUN: Noun = ['rule', 'rules'];

function RuleList() {
  const search: ListSearch = useSearch({ from: '/inside/rules' });
  const navigate = useNavigate();
  const list = useList(RULES_LIST, ruleVariables(search), ({ policyRules }) => policyRules);
  return (
    <PagedList
      list={list}
      all={list.first?.all?.totalCount ?? null}
      kind={RULE_LIST}
      noun={NOUN}
      search={search}
      onChange={(next) => navigate({ to: '/rules', search: next, replace: true, resetScroll: false })}
      searchedFields="Search covers names, server IDs and tool IDs."
      empty={
        <Empty title="No rules yet">
          Every token can call every tool enabled in its stack. Create a rule to change that.
        </Empty>
      }
    >
      {(rules) => <RuleTable rules={rules} />}
    </PagedList>
  );
}
