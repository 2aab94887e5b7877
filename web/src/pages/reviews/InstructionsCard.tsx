import type { ReviewsInstructionsQuery } from '../../gql/graphql.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Code } from '../../ui/Code.tsx';
import { visibleJson } from '../../ui/visibleJson.ts';
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

/** A server’s instructions and skills: each earlier state that stacks still use, and the new one. */
export function InstructionsCard({ changes, hasMore }: InstructionsCardProps) {
  const [first] = changes;
  if (!first) return null;
  const { server } = first;
  const states = [...Map.groupBy(changes, ({ before, skillChanges }) => JSON.stringify([before, skillChanges]))];
  const hasSkills = changes.some(({ skillChanges }) => skillChanges.length > 0);
  const title = hasSkills ? 'Instructions and skills' : 'Instructions';
  return (
    <article className="card stack stack--small" aria-label={`${title} of ${server.name}`}>
      <h3>
        {title} <Badge kind={KIND_WORDS.REWORDED.badge}>{KIND_WORDS.REWORDED.title}</Badge>{' '}
        {changes.every(({ isRefused }) => isRefused) && <Badge kind="plain">Refused</Badge>}
      </h3>
      <p>The server’s instructions to the model, which apply to all of its tools.</p>
      {states.map(([key, [state, ...more]]) => (
        <State key={key} state={state} users={stacksText(more.length + 1, hasMore)} />
      ))}
      <ReviewActions
        serverId={server.id}
        digest={server.digest}
        of={changes}
        hasInstructions
        label={hasSkills ? 'these instructions and skills' : 'these instructions'}
      />
    </article>
  );
}

type StateProps = { readonly state: InstructionChange | undefined; readonly users: string };

function State({ state, users }: StateProps) {
  if (!state) return null;
  const { before, after, skillChanges } = state;
  return (
    <>
      {before !== after && (
        <Sides title={`Before (still used by ${users})`} before={before || '(empty)'} after={after || '(empty)'} />
      )}
      {skillChanges.map((skill) => (
        <section className="stack stack--small" key={skill.uri} aria-label={skill.uri}>
          <h4>
            Skill <code>{skill.uri}</code>
          </h4>
          <p>Agents of {users} don’t get this skill. The digests are those of its files.</p>
          <Sides
            title="Before"
            before={skill.before === null ? '(no such skill)' : visibleJson(skill.before)}
            after={skill.after === null ? '(no such skill)' : visibleJson(skill.after)}
          />
        </section>
      ))}
    </>
  );
}

type SidesProps = { readonly title: string; readonly before: string; readonly after: string };

function Sides({ title, before, after }: SidesProps) {
  return (
    <div className="grid">
      <div>
        <h4>{title}</h4>
        <Code label="Before" text={before} isWrapped />
      </div>
      <div>
        <h4>After</h4>
        <Code label="After" text={after} isWrapped />
      </div>
    </div>
  );
}
