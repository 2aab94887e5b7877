import { useApiMutation } from '../../../api/hooks.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import type { StacksEndpointFragment } from '../../../gql/graphql.ts';
import { MayChange } from '../../../shell/May.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { CopyButton } from '../../../ui/Code.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { Time } from '../../../ui/Time.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { useOpenStack } from '../openStack.ts';
import { ClientSetup } from './ClientSetup.tsx';
import { serverNameOf } from './clients.ts';
import { DeleteEndpoint } from './DeleteEndpoint.tsx';
import { EndpointVersions } from './EndpointVersions.tsx';
import { FailingCalls } from './FailingCalls.tsx';
import { ModeField } from './ModeField.tsx';
import type { FreshToken } from './NewToken.tsx';
import { NewTokenButton } from './NewTokenButton.tsx';
import { STACKS_UPDATE_ENDPOINT } from './operations.ts';
import { TokenList } from './TokenList.tsx';

type EndpointCardProps = {
  readonly endpoint: StacksEndpointFragment;
  /** The first endpoint's client setup starts expanded, unless a new token above shows its own. */
  readonly isFirst: boolean;
  readonly onToken: (fresh: FreshToken) => void;
};

export function EndpointCard({ endpoint, isFirst, onToken }: EndpointCardProps) {
  const stack = useOpenStack();
  const name = serverNameOf(stack.name);
  const { url } = endpoint;
  return (
    <section className="card stack" aria-label={`Endpoint ${endpoint.name}`}>
      <div className="row row--spread">
        <div className="row">
          <h2>{endpoint.name}</h2>
          {endpoint.isRehearsal && <Badge>Rehearsal</Badge>}
        </div>
        <span className="soft small">
          created <Time at={endpoint.createdAt} />
        </span>
      </div>
      <details className="stacks-details" open={isFirst}>
        <summary>Set up a client</summary>
        <ClientSetup connection={{ name, url, token: null }} />
      </details>
      <dl className="facts stacks-facts">
        <Address label="MCP" url={`${url}/mcp`} />
        <Address label="REST, list" url={`${url}/list_tools`} />
        <Address label="REST, call" url={`${url}/call_tool`} />
      </dl>
      <p className="soft small">
        MCP clients that sign in with the browser need only the MCP URL. Other clients also need a token.
      </p>
      <EndpointMode endpoint={endpoint} />
      <EndpointVersions endpoint={endpoint} />
      {endpoint.isRehearsal && <FailingCalls endpoint={endpoint} />}
      <TokenList endpoint={endpoint} />
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

type Changed = 'mode' | 'mayProgramsWrite';

type EndpointModeProps = { readonly endpoint: StacksEndpointFragment };

function EndpointMode({ endpoint }: EndpointModeProps) {
  const change = useApiMutation('updateClientEndpoint', async (changed: Pick<StacksEndpointFragment, Changed>) => {
    const input = { endpointId: endpoint.id, ...changed };
    return payloadOf((await sendOperation(STACKS_UPDATE_ENDPOINT, { input })).updateClientEndpoint);
  });
  const onSaved = () => toast(`Updated the tools of ${endpoint.name}`);
  const { mode, mayProgramsWrite } = change.isPending ? change.variables : endpoint;
  const save = (changed: Pick<StacksEndpointFragment, Changed>) => change.mutate(changed, { onSuccess: onSaved });
  return (
    <div className="stacks-short stack stack--small">
      <MayChange right="WRITE">
        <ModeField mode={mode} onChoose={(chosen) => save({ mode: chosen, mayProgramsWrite })} />
        {mode === 'CODE' && (
          <Switch
            label="Let programs call tools that change data"
            isOn={mayProgramsWrite}
            onChange={(isOn) => save({ mode, mayProgramsWrite: isOn })}
          />
        )}
      </MayChange>
      <ErrorNotice error={change.error} />
    </div>
  );
}
