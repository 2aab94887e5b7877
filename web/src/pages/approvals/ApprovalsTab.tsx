import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useApiQuery } from '../../api/hooks.ts';
import { useList } from '../../api/useList.ts';
import type { ListSearch } from '../../lists/address.ts';
import { PagedList } from '../../lists/PagedList.tsx';
import type { Noun } from '../../lists/total.ts';
import { MayOpen } from '../../shell/May.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { type Approval, ApprovalCard } from './ApprovalCard.tsx';
import { APPROVAL_LIST, approvalVariables } from './list.ts';
import { APPROVALS_LIST, APPROVALS_ONE } from './operations.ts';

const NOUN: Noun = ['approval', 'approvals'];

export function ApprovalsTab() {
  const { approvalId } = useParams({ strict: false });
  return (
    <MayOpen right="APPROVE" action="approve calls" isSomewhere>
      {approvalId === undefined ? <AllApprovals /> : <OneApproval id={approvalId} />}
    </MayOpen>
  );
}

/** A separate component, so that only people who may see approvals query them. */
function AllApprovals() {
  const search: ListSearch = useSearch({ from: '/inside/inbox/approvals' });
  const navigate = useNavigate();
  const variables = approvalVariables(search);
  const list = useList(APPROVALS_LIST, variables, ({ approvals }) => approvals);
  const waiting = list.first?.waiting?.totalCount ?? 0;
  return (
    <PagedList
      list={list}
      all={list.first?.all?.totalCount ?? null}
      kind={APPROVAL_LIST}
      noun={NOUN}
      search={search}
      onChange={(next) => navigate({ to: '/inbox/approvals', search: next, replace: true, resetScroll: false })}
      searchedFields="Search covers tools, end users, rules, stacks and caller IDs."
      note={waiting === 0 ? '' : `, ${waiting.toLocaleString('en')} waiting`}
      empty={<Approvals rows={[]} />}
    >
      {(rows) => <Approvals rows={rows} />}
    </PagedList>
  );
}

/** The approval in the page’s URL, which may be beyond the first page of the list. */
function OneApproval({ id }: { readonly id: string }) {
  const query = useApiQuery(APPROVALS_ONE, { id });
  return (
    <Loaded query={query} lines={4}>
      {({ approval }) => (
        <>
          <Approvals rows={approval ? [approval] : []} />
          <div>
            <ButtonLink to="/inbox/approvals">All approvals</ButtonLink>
          </div>
        </>
      )}
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
