import type { StacksEndpointFragment } from '../../../gql/graphql.ts';
import { CopyButton } from '../../../ui/Code.tsx';
import { Time } from '../../../ui/Time.tsx';
import { useOpenStack } from '../openStack.ts';
import { ClientSetup } from './ClientSetup.tsx';
import { serverNameOf, TOKEN_PLACEHOLDER } from './clients.ts';
import { DeleteEndpoint } from './DeleteEndpoint.tsx';
import { EndpointMode } from './EndpointMode.tsx';
import type { FreshToken } from './NewToken.tsx';
import { NewTokenButton } from './NewTokenButton.tsx';
import { TokenTable } from './TokenTable.tsx';

type EndpointCardProps = {
  readonly endpoint: StacksEndpointFragment;
  readonly onToken: (fresh: FreshToken) => void;
};

export function EndpointCard({ endpoint, onToken }: EndpointCardProps) {
  const stack = useOpenStack();
  const name = serverNameOf(stack.name);
  const { url } = endpoint;
  return (
    <section className="card stack" aria-label={`Endpoint ${endpoint.name}`}>
      <div className="row row--spread">
        <h2>{endpoint.name}</h2>
        <span className="soft small">
          created <Time at={endpoint.createdAt} />
        </span>
      </div>
      <dl className="facts stacks-facts">
        <Address label="MCP" url={`${url}/mcp`} />
        <Address label="REST, list" url={`${url}/list_tools`} />
        <Address label="REST, call" url={`${url}/call_tool`} />
      </dl>
      <EndpointMode endpoint={endpoint} />
      <details className="stacks-details">
        <summary>Set up a client</summary>
        <div className="stack stack--small">
          <p className="soft small">
            Put a token in place of <code>{TOKEN_PLACEHOLDER}</code>. Tokens are shown once, so make a new one if you
            did not keep yours.
          </p>
          <ClientSetup connection={{ name, url, token: TOKEN_PLACEHOLDER }} />
        </div>
      </details>
      <TokenTable endpoint={endpoint} />
      <div className="row row--spread">
        <NewTokenButton
          endpoint={endpoint}
          onCreated={(token) => onToken({ name, endpoint: endpoint.name, url, token })}
        />
        <DeleteEndpoint endpoint={endpoint} />
      </div>
    </section>
  );
}

type AddressProps = { readonly label: string; readonly url: string };

function Address({ label, url }: AddressProps) {
  return (
    <>
      <dt>{label}</dt>
      <dd className="row">
        <code>{url}</code>
        <CopyButton text={url} />
      </dd>
    </>
  );
}
