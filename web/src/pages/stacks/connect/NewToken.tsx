import { SecretOnce } from '../../../ui/SecretOnce.tsx';
import { ClientSetup } from './ClientSetup.tsx';
import type { Connection } from './clients.ts';

/** A token that was made just now; `endpoint` is the name of what it opens. */
export type FreshToken = Connection & { readonly endpoint: string; readonly token: string };

type NewTokenProps = { readonly fresh: FreshToken; readonly onDone: () => void };

/** The one time that a token is on the screen, with all that it takes to use it. */
export function NewToken({ fresh, onDone }: NewTokenProps) {
  return (
    <>
      <h2 className="visually-hidden">New token</h2>
      <SecretOnce label={`token of ${fresh.endpoint}`} secret={fresh.token} onDone={onDone}>
        <h3>Connect a client with it</h3>
        <ClientSetup connection={fresh} />
      </SecretOnce>
    </>
  );
}
