import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useApiQuery } from '../../api/hooks.ts';
import { useList } from '../../api/useList.ts';
import type { ListSearch } from '../../lists/address.ts';
import { PagedList } from '../../lists/PagedList.tsx';
import type { Noun } from '../../lists/total.ts';
import { May, MayOpen } from '../../shell/May.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { type Approval, ApprovalCard } from './ApprovalCard.tsx';
import { APPROVAL_LIST, approvalVariables } from './list.ts';
import { APPROVALS_LIST, APPROVALS_ONE } from './operations.ts';
import { WebhooksSection } from './WebhooksSection.tsx';

const ABOUT = 'Calls waiting for approval. The agent retries once you decide.';
const AGAIN_MS = 5_000;
const NOUN: Noun = ['approval', 'approvals'];

export function ApprovalsPage() {
  const { approvalId } = useParams({ strict: false });
  const all = approvalId !== undefined && <ButtonLink to="/approvals">All approvals</ButtonLink>;
  return (
    <Page title="Approvals" about={ABOUT} actions={all}>
      <MayOpen right="APPROVE" what="approve calls" isSomewhere>
        {approvalId === undefined ? <Inbox /> : <OneApproval id={approvalId} />}
      </MayOpen>
      {approvalId === undefined && (
        <May right="ADMIN">
          <WebhooksSection />
        </May>
      )}
    </Page>
  );
}

/** A separate component, so that only people who may see approvals query them. */
function Inbox() {
  const search: ListSearch = useSearch({ from: '/inside/approvals' });
  const navigate = useNavigate();
  const variables = approvalVariables(search);
  const list = useList(APPROVALS_LIST, variables, ({ approvals }) => approvals, { refetchEveryMs: AGAIN_MS });
  const waiting = list.first?.waiting?.totalCount ?? 0;
  return (
    <PagedList
      list={list}
      all={list.first?.all?.totalCount ?? null}
      kind={APPROVAL_LIST}
      noun={NOUN}
      search={search}
      onChange={(next) => navigate({ to: '/approvals', search: next, replace: true, resetScroll: false })}
      searchedFields="Search covers tools, end users, rules, stacks and caller IDs."
      note={waiting === 0 ? '' : `, ${waiting.toLocaleString('en')} waiting`}
      empty={<Approvals rows={[]} />}
    >
      {(rows) => <Approvals rows={rows} />}
    </PagedList>
  );
}

/** The approval in the page’s URL, which may be beyond the first page of the inbox. */
function OneApproval({ id }: { readonly id: string }) {
  const found = useApiQuery(APPROVALS_ONE, { id }, { refetchEveryMs: AGAIN_MS });
  return (
    <Loaded query={found} lines={4}>
      {({ approval }) => <Approvals rows={approval ? [approval] : []} />}
    </Loaded>
  );
}

function Approvals({ rows }: { readonly rows: readonly Approval[] }) {
  const waiting = rows.filter(({ state }) => state === 'PENDING');
  const decided = rows.filter(({ state }) => state !== 'PENDING');
  return (
    <>
      {waiting.length === 0 && decided.length === 0 && (
        <Empty title="No pending approvals">
          To hold calls for approval, create a rule with the effect Ask. Requests expire after a day; older decisions
          are in the audit log.
        </Empty>
      )}
      {waiting.map((row) => (
        <ApprovalCard key={row.id} approval={row} />
      ))}
      {decided.length > 0 && <h2>Decided</h2>}
      {decided.map((row) => (
        <ApprovalCard key={row.id} approval={row} />
      ))}
    </>
  );
}
