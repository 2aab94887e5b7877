import { useApiQuery } from '../../api/hooks.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { REVIEWS_LIST } from './operations.ts';
import { type ToolChange, ToolChangeCard } from './ToolChangeCard.tsx';
import { Verdict } from './Verdict.tsx';

const ABOUT =
  'Tools that are not what they were when your stacks enabled them. They cannot be called until you accept what they are now.';

// Servers change on other pages, for all accounts, and by themselves.
const AGAIN_MS = 10_000;

export function ReviewsPage() {
  const changes = useApiQuery(REVIEWS_LIST, {}, { refetchEveryMs: AGAIN_MS });
  return (
    <Page title="Reviews" about={ABOUT}>
      <Loaded query={changes} lines={4}>
        {({ toolChanges: page }) => <Servers rows={page?.nodes ?? []} total={page?.totalCount ?? 0} />}
      </Loaded>
    </Page>
  );
}

function Servers({ rows, total }: { readonly rows: readonly ToolChange[]; readonly total: number }) {
  const servers = [...Map.groupBy(rows, ({ server }) => server.digest).values()];
  return (
    <>
      {rows.length === 0 && (
        <Empty title="Nothing waits for you">
          When a server comes back with a tool that may do more, or that tells the model something else, the tool waits
          here. All other changes are taken at once.
        </Empty>
      )}
      {servers.map((own) => (
        <Server key={own[0]?.server.digest} rows={own} />
      ))}
      {rows.length < total && <p className="soft">{total - rows.length} more tools follow once these are decided.</p>}
    </>
  );
}

function Server({ rows }: { readonly rows: readonly ToolChange[] }) {
  const [first] = rows;
  if (!first) return null;
  const { id, name, digest } = first.server;
  return (
    <section className="stack" aria-labelledby={`server-${id}`}>
      <h2 id={`server-${id}`}>{name}</h2>
      {rows.length > 1 && <Verdict serverId={id} digest={digest} of={rows} label={`all ${rows.length} tools`} />}
      {rows.map((row) => (
        <ToolChangeCard key={`${row.toolId} ${row.beforeDigest}`} change={row} />
      ))}
    </section>
  );
}
