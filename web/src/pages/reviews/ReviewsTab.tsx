import { useNavigate, useSearch } from '@tanstack/react-router';
import { isFiltered, type ListSearch } from '../../lists/address.ts';
import { PagedList } from '../../lists/PagedList.tsx';
import type { Noun } from '../../lists/total.ts';
import { Empty } from '../../ui/Empty.tsx';
import { AccountHeldKinds } from './AccountHeldKinds.tsx';
import { type InstructionChange, InstructionsCard } from './InstructionsCard.tsx';
import { REVIEW_LIST } from './list.ts';
import { ReviewActions } from './ReviewActions.tsx';
import { type ToolChange, ToolChangeCard } from './ToolChangeCard.tsx';
import { useChanges } from './useChanges.ts';

const NOUN: Noun = ['change', 'changes'];

export function ReviewsTab() {
  return (
    <>
      <p className="soft">
        Tools, server instructions and server skills that changed since your stacks enabled them. Until you accept a
        change, agents see the previous version, can’t call the tool, and don’t get the skill.
      </p>
      <ChangeList />
      <AccountHeldKinds />
    </>
  );
}

function ChangeList() {
  const search: ListSearch = useSearch({ from: '/inside/inbox/reviews' });
  const navigate = useNavigate();
  const list = useChanges(search);
  return (
    <PagedList
      list={list}
      all={list.all}
      kind={REVIEW_LIST}
      noun={NOUN}
      search={search}
      onChange={(next) => navigate({ to: '/inbox/reviews', search: next, replace: true, resetScroll: false })}
      searchedFields="Search covers tools and server names."
      empty={
        <Empty title="No pending reviews">
          A tool waits here when its server removes it, lets it do more, or rewords its description. Choose below which
          changes need review.
        </Empty>
      }
    >
      {() => (
        <Servers
          rows={list.tools}
          words={list.words}
          restOfWords={list.restOfWords}
          isPart={list.hasMore || isFiltered(search)}
        />
      )}
    </PagedList>
  );
}

type Changes = {
  readonly rows: readonly ToolChange[];
  readonly words: readonly InstructionChange[];
  /** Number of changed instructions not loaded yet. */
  readonly restOfWords: number;
  /** Whether a server may have more changes than the page shows. */
  readonly isPart: boolean;
};

function Servers({ rows, words, ...rest }: Changes) {
  const digests = [...new Set([...words, ...rows].map(({ server }) => server.digest))];
  return (
    <>
      {digests.map((digest) => (
        <Server
          key={digest}
          rows={rows.filter(({ server }) => server.digest === digest)}
          words={words.filter(({ server }) => server.digest === digest)}
          {...rest}
        />
      ))}
      {rest.restOfWords > 0 && (
        <p className="soft">
          {rest.restOfWords.toLocaleString('en')} more stacks use previous instructions. Search for their server, or
          decide on these first.
        </p>
      )}
    </>
  );
}

function Server({ rows, words, restOfWords, isPart }: Changes) {
  const [first] = [...words, ...rows];
  if (!first) return null;
  const { id, name, digest } = first.server;
  const label = `${isPart ? 'these' : 'all'} ${rows.length} tools`;
  return (
    <section className="stack" aria-labelledby={`server-${id}`}>
      <h2 id={`server-${id}`}>{name}</h2>
      {rows.length > 1 && <ReviewActions serverId={id} digest={digest} of={rows} label={label} />}
      {words.length > 0 && <InstructionsCard changes={words} hasMore={restOfWords > 0} />}
      {rows.map((row) => (
        <ToolChangeCard key={`${row.toolId} ${row.beforeDigest}`} change={row} />
      ))}
    </section>
  );
}
