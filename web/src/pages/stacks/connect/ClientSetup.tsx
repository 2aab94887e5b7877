import { useId, useState } from 'react';
import { isThisMachine } from '../../../api/thisMachine.ts';
import { Code } from '../../../ui/Code.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { ClientChoice, OneClick } from './ClientChoice.tsx';
import { type Client, type Connection, TOKEN_PLACEHOLDER } from './clients.ts';

type ClientSetupProps = {
  /** Its token is null where that cannot be shown any more. */
  readonly connection: Connection;
};

/** Which client one has, and then what to paste where. */
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

/** The exact configuration of one client. */
const ClientSteps = ({ client, connection }: ConfigurationProps) => (
  <div className="stack stack--small" aria-live="polite">
    <h3>Set up {client.label}</h3>
    {connection.token === null || !client.takesToken ? (
      <WithoutToken client={client} connection={{ ...connection, token: null }} />
    ) : (
      <Configuration client={client} connection={connection} />
    )}
    <Reach client={client} url={connection.url} />
  </div>
);

type ConfigurationProps = ClientSetupProps & { readonly client: Client };

/** For who has no token at hand: the client can have one of its own, by a sign-in. */
function WithoutToken({ client, connection }: ConfigurationProps) {
  const [isChosen, setIsChosen] = useState(false);
  const isSigningIn = (isChosen || !client.takesToken) && client.signIn !== null;
  return (
    <>
      {client.signIn !== null && client.takesToken && <AccessChoice isSigningIn={isSigningIn} onChoose={setIsChosen} />}
      <Configuration
        client={client}
        connection={isSigningIn ? connection : { ...connection, token: TOKEN_PLACEHOLDER }}
      />
      {isSigningIn ? (
        <p className="soft small">{client.signIn} Toolyard asks you there whether the client may use this stack.</p>
      ) : (
        <p className="soft small">
          Put a token in place of <code>{TOKEN_PLACEHOLDER}</code>. Tokens are shown once, so make a new one if you did
          not keep yours.
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
      <legend className="visually-hidden">How the client gets in</legend>
      <label className="choice">
        <input type="radio" name={name} checked={!isSigningIn} onChange={() => onChoose(false)} />
        With a token
      </label>
      <label className="choice">
        <input type="radio" name={name} checked={isSigningIn} onChange={() => onChoose(true)} />
        Sign in in the browser
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

/** What a client in a cloud cannot reach. */
function Reach({ client, url }: { readonly client: Client; readonly url: string }) {
  if (!client.isCloud) return null;
  const { protocol, hostname } = new URL(url);
  const isPrivate = protocol !== 'https:' || isThisMachine(hostname);
  if (!isPrivate)
    return <p className="soft small">{client.label} must be able to reach this address over the internet.</p>;
  return (
    <Notice kind="warn">
      {client.label} calls from its maker’s machines. They cannot reach this address: it has to begin with https, and to
      be one that the internet reaches.
    </Notice>
  );
}
