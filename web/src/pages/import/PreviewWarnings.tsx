import { Notice } from '../../ui/Notice.tsx';
import type { Preview } from './useImport.ts';

/** What one should know before saving. */
export function PreviewWarnings({ server }: Pick<Preview, 'server'>) {
  const { replaces, hides, isChanged, needsSignIn } = server;
  return (
    <>
      {replaces && (
        <Notice kind="warn">
          {isChanged ? (
            <>
              <p>
                This replaces your server <strong>{replaces.name}</strong>, which has the same id. Stacks keep the tools
                that they enabled. To keep both, change the id below.
              </p>
              <Names title="New tools, off in every stack" names={server.addedTools} />
              <Names title="Tools that change" names={server.changedTools} />
              <Names title="Tools that go, also from stacks" names={server.removedTools} />
            </>
          ) : (
            <p>
              This is what your server <strong>{replaces.name}</strong> is already. Saving it changes nothing.
            </p>
          )}
        </Notice>
      )}
      {hides && (
        <Notice kind="warn">
          <p>
            The marketplace has <strong>{hides.name}</strong> under the same id. You would no longer see it, and a stack
            that has it cannot have this one besides. To keep both, change the id below.
          </p>
        </Notice>
      )}
      {needsSignIn && (
        <Notice>
          <p>
            This server lists its tools only after a sign-in. Save it, add it to a stack, connect it on the page with
            the credentials of the stack, then use “Refresh tools” on its page.
          </p>
        </Notice>
      )}
    </>
  );
}

type NamesProps = { readonly title: string; readonly names: readonly string[] };

/** Names of tools that something is said of, to be opened; nothing for none. */
export function Names({ title, names }: NamesProps) {
  if (names.length === 0) return null;
  return (
    <details>
      <summary>
        {title}: {names.length}
      </summary>
      <p className="small mono import-about">{names.join('\n')}</p>
    </details>
  );
}
