import { pathOf } from '../../api/jsonPointer.ts';
import type { ReviewsListQuery } from '../../gql/graphql.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Code } from '../../ui/Code.tsx';
import { Time } from '../../ui/Time.tsx';
import { visibleJson } from '../../ui/visibleJson.ts';
import { KIND_WORDS } from './kindWords.ts';
import { ReviewActions } from './ReviewActions.tsx';

export type ToolChange = NonNullable<ReviewsListQuery['toolChanges']>['nodes'][number];

export function ToolChangeCard({ change }: { readonly change: ToolChange }) {
  const { toolId, server, kind, isRefused, stackIds, changes, changedAt } = change;
  return (
    <article className="card stack stack--small" aria-label={toolId}>
      <h3>
        <code>{toolId}</code> <Badge kind={KIND_WORDS[kind].badge}>{KIND_WORDS[kind].title}</Badge>{' '}
        {isRefused && <Badge kind="plain">Refused</Badge>}
      </h3>
      <p>
        Changed <Time at={changedAt} />.{' '}
        {stackIds.length === 1 ? '1 stack still uses' : `${stackIds.length} stacks still use`} the previous version.
      </p>
      <ul>
        {changes.map(({ kind: each, path, difference }) => (
          <li key={`${path} ${difference}`}>
            <code>{path || 'definition'}</code> {difference} <span className="soft">({KIND_WORDS[each].title})</span>
          </li>
        ))}
      </ul>
      <div className="grid">
        <Side title="Before" definition={change.before} changes={changes} />
        {kind === 'REMOVED' ? <Removed /> : <Side title="After" definition={change.after} changes={changes} />}
      </div>
      <ReviewActions
        serverId={server.id}
        digest={server.digest}
        of={[change]}
        label={kind === 'REMOVED' ? 'the removal' : 'this tool'}
      />
    </article>
  );
}

function Removed() {
  return (
    <div>
      <h4>After</h4>
      <p>
        The server no longer has this tool. Accept the removal to disable it in your stacks. If the tool returns
        unchanged before then, it can be called again at once.
      </p>
    </div>
  );
}

type SideProps = {
  readonly title: string;
  readonly definition: unknown;
  readonly changes: readonly { readonly path: string }[];
};

function Side({ title, definition, changes }: SideProps) {
  return (
    <div>
      <h4>{title}</h4>
      <Code label={title} text={visibleJson(changedMembers(definition, changes))} isWrapped />
    </div>
  );
}

/** The changed members of a definition, or the whole definition if the change affects all of it. */
function changedMembers(definition: unknown, changes: SideProps['changes']): unknown {
  if (typeof definition !== 'object' || definition === null) return definition;
  const names = new Set(changes.map(({ path }) => pathOf(path)[0]));
  if (names.has(undefined)) return definition;
  return Object.fromEntries(Object.entries(definition).filter(([name]) => names.has(name)));
}
