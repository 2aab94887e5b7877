import { useApiQuery } from '../../api/hooks.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { AccountHeldKinds } from './AccountHeldKinds.tsx';
import { type InstructionChange, InstructionsCard } from './InstructionsCard.tsx';
import { REVIEWS_LIST } from './operations.ts';
import { ReviewActions } from './ReviewActions.tsx';
import { type ToolChange, ToolChangeCard } from './ToolChangeCard.tsx';

const ABOUT =
  'Tools that are not what they were when your stacks enabled them or that are gone, and servers that tell agents something else. Such tools cannot be called, and agents are told what they were told before, until you accept what is new.';

// Servers change on other pages, for all accounts, and by themselves.
const AGAIN_MS = 10_000;

export function ReviewsPage() {
  const changes = useApiQuery(REVIEWS_LIST, {}, { refetchEveryMs: AGAIN_MS });
  return (
    <Page title="Reviews" about={ABOUT}>
      <Loaded query={changes} lines={4}>
        {({ toolChanges: tools, instructionChanges: words }) => (
          <Servers
            rows={tools?.nodes ?? []}
            words={words?.nodes ?? []}
            total={(tools?.totalCount ?? 0) + (words?.totalCount ?? 0)}
          />
        )}
      </Loaded>
      <AccountHeldKinds />
    </Page>
  );
}

type Changes = { readonly rows: readonly ToolChange[]; readonly words: readonly InstructionChange[] };

function Servers({ rows, words, total }: Changes & { readonly total: number }) {
  const digests = [...new Set([...words, ...rows].map(({ server }) => server.digest))];
  const shown = rows.length + words.length;
  return (
    <>
      {digests.length === 0 && (
        <Empty title="Nothing waits for you">
          When a server comes back without a tool, or with one that may do more or tells the model something else, the
          tool waits here. You choose below which changes wait; all others are taken at once.
        </Empty>
      )}
      {digests.map((digest) => (
        <Server
          key={digest}
          rows={rows.filter(({ server }) => server.digest === digest)}
          words={words.filter(({ server }) => server.digest === digest)}
        />
      ))}
      {shown < total && <p className="soft">{total - shown} more changes follow once these are decided.</p>}
    </>
  );
}

function Server({ rows, words }: Changes) {
  const [first] = [...words, ...rows];
  if (!first) return null;
  const { id, name, digest } = first.server;
  return (
    <section className="stack" aria-labelledby={`server-${id}`}>
      <h2 id={`server-${id}`}>{name}</h2>
      {rows.length > 1 && <ReviewActions serverId={id} digest={digest} of={rows} label={`all ${rows.length} tools`} />}
      {words.length > 0 && <InstructionsCard changes={words} />}
      {rows.map((row) => (
        <ToolChangeCard key={`${row.toolId} ${row.beforeDigest}`} change={row} />
      ))}
    </section>
  );
}
