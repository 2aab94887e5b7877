import type { ReviewsInstructionsQuery } from '../../gql/graphql.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Code } from '../../ui/Code.tsx';
import { KIND_WORDS } from './kindWords.ts';
import { ReviewActions } from './ReviewActions.tsx';

export type InstructionChange = NonNullable<ReviewsInstructionsQuery['instructionChanges']>['nodes'][number];

type InstructionsCardProps = {
  readonly changes: readonly InstructionChange[];
  /** Whether further stacks, which aren't loaded yet, may use these texts. */
  readonly hasMore: boolean;
};

const stacksText = (count: number, hasMore: boolean): string => {
  if (hasMore) return `${count} or more stacks`;
  return count === 1 ? '1 stack' : `${count} stacks`;
};

/** A server’s instructions: each earlier text that stacks still use, and the new one. */
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
      <p>The server’s instructions to the model, which apply to all of its tools.</p>
      {texts.map(([before, { length }]) => (
        <div className="grid" key={before}>
          <div>
            <h4>Before (still used by {stacksText(length, hasMore)})</h4>
            <Code label="Before" text={before || '(empty)'} isWrapped />
          </div>
          <div>
            <h4>After</h4>
            <Code label="After" text={after || '(empty)'} isWrapped />
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
