import { plural } from '../../core/lib/text.ts';
import type { CliServiceAccountFragment } from '../../generated/gql/graphql.ts';
import { type Api, allNodes, connectApi, payloadOf } from '../api.ts';
import type { ParsedArgs } from '../args.ts';
import { command, group, loaded, type Run } from '../command.ts';
import { CliError } from '../exit.ts';
import { API_ARGS, MAKE_ARGS, parseJsonArgument, readText, wholeNumber } from '../input.ts';
import { filterOf, MADE_ORDER_ARG, orderedRows, STATE_ARG, searchArg } from '../listArgs.ts';
import { FindEndpointDocument } from '../operations/endpoints.ts';
import {
  CreateServiceAccountDocument,
  ListServiceAccountsDocument,
  RevokeServiceAccountDocument,
  RotateServiceAccountDocument,
} from '../operations/serviceAccounts.ts';
import { fields, table } from '../output.ts';
import { HELD_ARGS, heldIn } from '../reach.ts';

/** The endpoint argument of a command. */
export const ENDPOINT_ARG = {
  type: 'string',
  required: true,
  valueHint: 'ID',
  description: 'Client id or endpoint id',
} as const;
const ID_ARG = { type: 'positional', required: true, description: 'Service account, machine_…' } as const;
const KEYS_ARG = {
  'public-keys': {
    type: 'string',
    valueHint: 'JSON|@FILE|-',
    description: 'Public keys, a JWK or JWK Set (default: creates a client secret)',
  },
} as const;

const END_ARG = {
  'expires-days': { type: 'string', valueHint: 'N', description: 'Days until the client and its tokens expire' },
} as const;
const DAY_MS = 86_400_000;

/** Expiry of a service account; empty if not given. */
function endIn({ 'expires-days': days }: ParsedArgs<typeof END_ARG>): { readonly expiresAt?: string } {
  if (days === undefined) return {};
  return { expiresAt: new Date(Date.now() + wholeNumber(days, 'expires-days') * DAY_MS).toISOString() };
}

const serviceAccountJson = (row: CliServiceAccountFragment) => ({
  client_id: row.id,
  endpoint_id: row.endpointId,
  name: row.name,
  end_user: row.endUser,
  tools: row.tools,
  networks: row.networks,
  has_secret: row.hasSecret,
  thumbprints: row.thumbprints,
  maker_id: row.makerId,
  created_at: row.createdAt,
  expires_at: row.expiresAt,
  rotated_at: row.rotatedAt,
});

async function keysIn(args: ParsedArgs<typeof KEYS_ARG>, run: Run): Promise<{ readonly publicKeys?: unknown }> {
  const { 'public-keys': text } = args;
  return text === undefined ? {} : { publicKeys: parseJsonArgument(await readText(text, run), 'The public keys') };
}

/** Finds the id of an endpoint from its id or client id. @throws CliError not_found */
export async function endpointIdOf(api: Api, input: string): Promise<string> {
  const { clientEndpoint } = await api(FindEndpointDocument, { id: input });
  if (!clientEndpoint) throw new CliError('not_found', 'Client endpoint not found');
  return clientEndpoint.id;
}

type Issued = { readonly serviceAccount: CliServiceAccountFragment; readonly secret: string | null };

function issued({ serviceAccount, secret }: Issued) {
  const shown = { 'Client id': serviceAccount.id, ...(secret !== null && { 'Client secret': secret }) };
  return {
    json: { ...serviceAccountJson(serviceAccount), client_secret: secret },
    text: `${fields(shown)}${secret === null ? '' : '\n\nSave the secret: it is shown only once.'}`,
  };
}

const create = command({
  description: 'Create a service account of an endpoint; its secret is shown only once; requires the write right',
  examples: [
    'toolyard service-account create --endpoint client_… --name nightly',
    'toolyard service-account create --endpoint client_… --name ci --public-keys @ci.jwk.json --tool-ids github_get_*',
  ],
  args: {
    endpoint: ENDPOINT_ARG,
    name: { type: 'string', required: true, description: 'Name of the service account' },
    ...KEYS_ARG,
    'end-user': { type: 'string', description: 'Only calls for this end user' },
    ...END_ARG,
    ...HELD_ARGS,
    ...MAKE_ARGS,
  },
  async run(args, run) {
    const api = connectApi(args, run);
    const input = {
      endpointId: await endpointIdOf(api, args.endpoint),
      name: args.name,
      endUser: args['end-user'] ?? null,
      ...heldIn(args),
      ...(await keysIn(args, run)),
      ...endIn(args),
    };
    return issued(payloadOf((await api(CreateServiceAccountDocument, { input })).createServiceAccount));
  },
});

const list = command({
  description: 'List the service accounts of an endpoint, newest first',
  examples: [
    'toolyard service-account list --endpoint client_…',
    'toolyard service-account list --endpoint client_… --state over',
  ],
  args: { endpoint: ENDPOINT_ARG, ...searchArg('the name'), ...STATE_ARG, ...MADE_ORDER_ARG, ...API_ARGS },
  async run(args, run) {
    const api = connectApi(args, run);
    const endpointId = await endpointIdOf(api, args.endpoint);
    const variables = { endpointId, ...filterOf(args) };
    const serviceAccounts = await allNodes(
      async (after) =>
        (await api(ListServiceAccountsDocument, { ...variables, after })).clientEndpoint?.serviceAccounts,
    );
    const rows = orderedRows(serviceAccounts, args.order);
    const lines = rows.map((row) => [
      row.id,
      row.name,
      row.hasSecret ? 'secret' : plural(row.thumbprints.length, 'key'),
      row.tools.join(', ') || 'all',
      row.endUser ?? 'any',
      row.createdAt,
      row.expiresAt ?? 'never',
    ]);
    return {
      json: rows.map(serviceAccountJson),
      text: table(['CLIENT', 'NAME', 'HAS', 'TOOLS', 'END USER', 'MADE', 'ENDS'], lines, 'No service accounts'),
    };
  },
});

const rotate = command({
  description: 'Replace a service account’s secret or keys; revokes the old ones and its tokens',
  examples: [
    'toolyard service-account rotate machine_…',
    'toolyard service-account rotate machine_… --public-keys @new.jwk.json',
  ],
  args: { 'service-account': ID_ARG, ...KEYS_ARG, ...END_ARG, ...API_ARGS },
  confirm: (args) => `Replace the secret or keys of service account ${args['service-account']} and revoke its tokens?`,
  async run(args, run) {
    const input = { serviceAccountId: args['service-account'], ...(await keysIn(args, run)), ...endIn(args) };
    return issued(
      payloadOf((await connectApi(args, run)(RotateServiceAccountDocument, { input })).rotateServiceAccount),
    );
  },
});

const revoke = command({
  description: 'Permanently revoke a service account and its tokens',
  examples: ['toolyard service-account revoke machine_…'],
  args: { 'service-account': ID_ARG, ...API_ARGS },
  confirm: (args) => `Permanently revoke service account ${args['service-account']}?`,
  async run(args, run) {
    const input = { serviceAccountId: args['service-account'] };
    const { serviceAccountId } = payloadOf(
      (await connectApi(args, run)(RevokeServiceAccountDocument, { input })).revokeServiceAccount,
    );
    return { json: { client_id: serviceAccountId }, text: `Revoked service account ${serviceAccountId}` };
  },
});

export const serviceAccount = group({
  description: 'Service accounts: programs that authenticate without a browser (API)',
  examples: [
    'toolyard service-account create --endpoint client_… --name nightly',
    'toolyard service-account revoke machine_…',
  ],
  commands: loaded({ create, list, rotate, revoke }),
});
