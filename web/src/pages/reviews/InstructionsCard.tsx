import type { ReviewsInstructionsQuery } from '../../gql/graphql.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Code } from '../../ui/Code.tsx';
import { KIND_WORDS } from './kindWords.ts';
import { ReviewActions } from './ReviewActions.tsx';

export type InstructionChange = NonNullable<ReviewsInstructionsQuery['instructionChanges']>['nodes'][number];

type InstructionsCardProps = {
  readonly changes: readonly InstructionChange[];
  /** Whether more stacks may hold on to these texts than are listed yet. */
  readonly hasMore: boolean;
};

const stacksText = (count: number, hasMore: boolean): string => {
  if (hasMore) return `${count} or more stacks go`;
  return count === 1 ? 'one stack goes' : `${count} stacks go`;
};

/** What one server tells agents of all of its tools: each text that stacks hold on to, and what it says now. */
export function InstructionsCard({ changes, hasMore }: InstructionsCardProps) {
  const [first] = changes;
  if (!first) return null;
  const { server, after } = first;
  const texts = [...Map.groupBy(changes, ({ before }) => before)];
  return (
    <article className="card stack stack--small" aria-label={`Instructions of ${server.name}`}>
      <h3>
        Instructions <Badge kind={KIND_WORDS.REWORDED.badge}>{KIND_WORDS.REWORDED.title}</Badge>{' '}
        {changes.every(({ isRefused }) => isRefused) && <Badge kind="plain">Refused</Badge>}
      </h3>
      <p>What the server tells models of all of its tools together.</p>
      {texts.map(([before, { length }]) => (
        <div className="grid" key={before}>
          <div>
            <h4>It said ({stacksText(length, hasMore)} on with this)</h4>
            <Code label="It said" text={before || 'Nothing'} isWrapped />
          </div>
          <div>
            <h4>It says now</h4>
            <Code label="It says now" text={after || 'Nothing'} isWrapped />
          </div>
        </div>
      ))}
      <ReviewActions
        serverId={server.id}
        digest={server.digest}
        of={changes}
        hasInstructions
        label="these instructions"
      />
    </article>
  );
}
