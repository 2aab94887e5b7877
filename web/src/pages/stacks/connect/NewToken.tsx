import { SecretOnce } from '../../../ui/SecretOnce.tsx';
import { ClientSetup } from './ClientSetup.tsx';
import type { Connection } from './clients.ts';

/** A newly created token; `endpoint` is the endpoint's name. */
export type FreshToken = Connection & { readonly endpoint: string; readonly token: string };

type NewTokenProps = { readonly fresh: FreshToken; readonly onDone: () => void };

/** Shows the token once, with client setup. */
export function NewToken({ fresh, onDone }: NewTokenProps) {
  return (
    <>
      <h2 className="visually-hidden">New token</h2>
      <SecretOnce label={`token of ${fresh.endpoint}`} secret={fresh.token} onDone={onDone}>
        <h3>Connect a client</h3>
        <ClientSetup connection={fresh} />
      </SecretOnce>
    </>
  );
}
