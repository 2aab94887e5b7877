import type { CreatedApiKey } from '../core/accounts/apiKey.ts';
import { toStackRoles } from '../core/accounts/stackRoles.ts';
import type { Ctx } from '../core/context.ts';
import type { createClientEndpoint } from '../core/endpoints/clientEndpoint.ts';
import type { IssuedToken } from '../core/endpoints/stackToken.ts';
import { roleOfKey, scopesOfKey } from '../core/roles.ts';
import type { WholeStack } from '../core/stacks/wholeStacks.ts';

type Endpoint = Awaited<ReturnType<typeof createClientEndpoint>>['endpoint'];

/** A stack with its servers, as in lists. */
export const stackBody = ({ id, name, recordsCalls, servers, createdAt, updatedAt }: WholeStack) => ({
  stack_id: id,
  stack_name: name,
  configuration: { analytics_enabled: recordsCalls },
  servers: servers.map(({ slug, name: server_name, toolIds }) => ({
    server_id: slug,
    server_name,
    enabled_tools: toolIds,
  })),
  created_at: createdAt,
  updated_at: updatedAt,
});

/** A client endpoint, with its address. */
export const endpointBody = ({ publicUrl }: Pick<Ctx, 'publicUrl'>, endpoint: Endpoint) => ({
  endpoint_id: endpoint.id,
  client_id: endpoint.clientId,
  stack_id: endpoint.stackId,
  name: endpoint.name,
  mode: endpoint.mode,
  url: `${publicUrl()}/s/${endpoint.clientId}`,
  created_at: endpoint.createdAt,
});

type Life = Pick<CreatedApiKey['apiKey'], 'createdAt' | 'expiresAt' | 'revokedAt' | 'lastUsedAt'>;

const lifeBody = ({ createdAt, expiresAt, revokedAt, lastUsedAt }: Life) => ({
  created_at: createdAt,
  expires_at: expiresAt,
  revoked_at: revokedAt,
  last_used_at: lastUsedAt,
});

type Reach = Pick<CreatedApiKey['apiKey'], 'tools' | 'networks' | 'callsMax' | 'calls'>;

const reachBody = ({ tools, networks, callsMax, calls }: Reach) => ({ tools, networks, calls_max: callsMax, calls });

/** A stored stack token. */
export const tokenBody = (token: IssuedToken['tokenRecord']) => ({
  token_id: token.id,
  endpoint_id: token.endpointId,
  name: token.name,
  end_user: token.endUser,
  ...reachBody(token),
  granted_by: token.grantId,
  ...lifeBody(token),
});

/** A stored API key. */
export const apiKeyBody = (key: CreatedApiKey['apiKey']) => ({
  api_key_id: key.id,
  name: key.name,
  display: key.display,
  role: roleOfKey(key),
  stack_roles: [...toStackRoles(key.stackRoles)].map(([stack_id, role]) => ({ stack_id, role })),
  scopes: scopesOfKey(key),
  ...reachBody(key),
  ...lifeBody(key),
});
