import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { May } from '../../shell/May.tsx';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { CreateRuleDialog } from './CreateRuleDialog.tsx';
import { ExplainPanel } from './ExplainPanel.tsx';
import { RULES_LIST } from './operations.ts';
import { RuleTable } from './RuleTable.tsx';

const ABOUT =
  'What decides about every call of a tool before it is made. Deny beats ask beats allow; where no rule matches, the call is made.';

export function RulesPage() {
  const rules = useApiQuery(RULES_LIST, {});
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
      <Loaded query={rules} lines={3}>
        {({ policyRules }) =>
          policyRules && policyRules.nodes.length > 0 ? (
            <RuleTable rules={policyRules.nodes} />
          ) : (
            <Empty title="No rule yet">Every token may call every tool that its stack enables.</Empty>
          )
        }
      </Loaded>
      <ExplainPanel />
      {isCreating && <CreateRuleDialog onClose={() => setIsCreating(false)} />}
    </Page>
  );
}
