import { Notice } from '../../ui/Notice.tsx';
import type { Preview } from './useImport.ts';

export function PreviewWarnings({ server }: Pick<Preview, 'server'>) {
  const { replaces, hides, isChanged, needsSignIn } = server;
  return (
    <>
      {replaces && (
        <Notice kind="warn">
          {isChanged ? (
            <>
              <p>
                This replaces your server <strong>{replaces.name}</strong>, which has the same ID. Stacks keep their
                enabled tools. To keep both servers, change the ID below.
              </p>
              <Names title="New tools, disabled in every stack" names={server.addedTools} />
              <Names title="Changed tools" names={server.changedTools} />
              <Names title="Removed tools, also from stacks" names={server.removedTools} />
            </>
          ) : (
            <p>
              Your server <strong>{replaces.name}</strong> is already up to date. Saving changes nothing.
            </p>
          )}
        </Notice>
      )}
      {hides && (
        <Notice kind="warn">
          <p>
            The marketplace server <strong>{hides.name}</strong> has the same ID. Your server would hide it, and a stack
            can’t use both. To keep both, change the ID below.
          </p>
        </Notice>
      )}
      {needsSignIn && (
        <Notice>
          <p>
            This server requires sign-in to list its tools. Save it, add it to a stack and connect it on the stack’s
            Credentials tab. Then select “Refresh tools” on the server’s page.
          </p>
        </Notice>
      )}
    </>
  );
}

type NamesProps = { readonly title: string; readonly names: readonly string[] };

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
