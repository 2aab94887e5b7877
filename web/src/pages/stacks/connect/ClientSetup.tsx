import { useId, useState } from 'react';
import { isThisMachine } from '../../../api/thisMachine.ts';
import { Code } from '../../../ui/Code.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { ClientChoice, OneClick } from './ClientChoice.tsx';
import { type Client, type Connection, TOKEN_PLACEHOLDER } from './clients.ts';

type ClientSetupProps = {
  /** The token is null if it can no longer be shown. */
  readonly connection: Connection;
};

export function ClientSetup({ connection }: ClientSetupProps) {
  const [client, setClient] = useState<Client | null>(null);
  return (
    <div className="stack stack--small">
      <OneClick connection={connection} />
      <ClientChoice chosen={client} onChoose={setClient} />
      {client && <ClientSteps key={client.id} client={client} connection={connection} />}
    </div>
  );
}

const ClientSteps = ({ client, connection }: ConfigurationProps) => (
  <div className="stack stack--small" aria-live="polite">
    <h3>Set up {client.label}</h3>
    {connection.token === null || !client.acceptsToken ? (
      <WithoutToken client={client} connection={{ ...connection, token: null }} />
    ) : (
      <Configuration client={client} connection={connection} />
    )}
    <Reach client={client} url={connection.url} />
  </div>
);

type ConfigurationProps = ClientSetupProps & { readonly client: Client };

/** A client's configuration without a token: the client signs in, or the person inserts one. */
function WithoutToken({ client, connection }: ConfigurationProps) {
  const [isChosen, setIsChosen] = useState(false);
  const isSigningIn = (isChosen || !client.acceptsToken) && client.signIn !== null;
  return (
    <>
      {client.signIn !== null && client.acceptsToken && (
        <AccessChoice isSigningIn={isSigningIn} onChoose={setIsChosen} />
      )}
      <Configuration
        client={client}
        connection={isSigningIn ? connection : { ...connection, token: TOKEN_PLACEHOLDER }}
      />
      {isSigningIn ? (
        <p className="soft small">{client.signIn} Toolyard then asks you to allow the client to use this stack.</p>
      ) : (
        <p className="soft small">
          Replace <code>{TOKEN_PLACEHOLDER}</code> with a token. Tokens are shown only once, so create a new one if you
          didn’t save yours.
        </p>
      )}
    </>
  );
}

type AccessChoiceProps = { readonly isSigningIn: boolean; readonly onChoose: (isSigningIn: boolean) => void };

function AccessChoice({ isSigningIn, onChoose }: AccessChoiceProps) {
  const name = useId();
  return (
    <fieldset className="row">
      <legend className="visually-hidden">Client authentication</legend>
      <label className="choice">
        <input type="radio" name={name} checked={!isSigningIn} onChange={() => onChoose(false)} />
        Use a token
      </label>
      <label className="choice">
        <input type="radio" name={name} checked={isSigningIn} onChange={() => onChoose(true)} />
        Sign in with the browser
      </label>
    </fieldset>
  );
}

function Configuration({ client, connection }: ConfigurationProps) {
  return (
    <>
      <p className="soft small">{client.where}</p>
      <Code text={client.textOf(connection)} label={`Configuration for ${client.label}`} isWrapped />
    </>
  );
}

/** Warns if a cloud client can't reach the endpoint. */
function Reach({ client, url }: { readonly client: Client; readonly url: string }) {
  if (!client.isCloud) return null;
  const { protocol, hostname } = new URL(url);
  const isPrivate = protocol !== 'https:' || isThisMachine(hostname);
  if (!isPrivate) return <p className="soft small">{client.label} must be able to reach this URL over the internet.</p>;
  return (
    <Notice kind="warn">
      {client.label} connects from its provider’s servers and can’t reach this URL. The URL must start with https and be
      reachable from the internet.
    </Notice>
  );
}
