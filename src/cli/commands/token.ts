import { connectApi } from '../api.ts';
import { command, group, loaded } from '../command.ts';
import type { TokenOwner, TokenRow } from '../endpoints.ts';
import { endpointsOf } from '../endpoints.ts';
import { usageError } from '../exit.ts';
import { EXPIRY_ARGS, readExpiry } from '../expiry.ts';
import { API_ARGS, MAKE_ARGS } from '../input.ts';
import { filterOf, orderedRows, STATE_ARG, searchArg, USED_ORDER_ARG } from '../listArgs.ts';
import { fields, table } from '../output.ts';
import { REACH_ARGS, readReach } from '../reach.ts';
import { attenuate, read } from './tokenAttenuate.ts';

const ENDPOINT_ARG = {
  type: 'string',
  required: true,
  valueHint: 'ID',
  description: 'Client id or endpoint id',
} as const;

const tokenJson = (row: TokenRow) => ({
  token_id: row.id,
  name: row.name,
  tools: row.tools,
  networks: row.networks,
  calls_max: row.callsMax,
  calls: row.calls,
  revoked_attenuations: row.revokedAttenuations,
  maker_id: row.makerId,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt?.toISOString() ?? null,
  revoked_at: row.revokedAt?.toISOString() ?? null,
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
});

const create = command({
  description: 'Create another stack token for an endpoint, shown only once',
  examples: [
    'toolyard token create --endpoint client_… --name laptop --expires-days 7',
    'toolyard token create --endpoint client_… --tool-ids github_get_* --networks 10.0.0.0/8 --max-calls 100',
  ],
  args: {
    endpoint: ENDPOINT_ARG,
    name: { type: 'string', description: 'Name of the token (default: the endpoint’s name)' },
    ...REACH_ARGS,
    ...EXPIRY_ARGS,
    ...MAKE_ARGS,
  },
  async run(args, run) {
    const input = { ...(args.name !== undefined && { name: args.name }), ...readReach(args), ...readExpiry(args) };
    const { row, token } = await endpointsOf(connectApi(args, run)).createToken(args.endpoint, input);
    return {
      json: { ...tokenJson(row), client_id: row.clientId, token },
      text: `${fields({ 'Token id': row.id, Token: token })}\n\nSave the token: it is shown only once.`,
    };
  },
});

function ownerOf(endpoint: string | undefined, stack: string | undefined): TokenOwner {
  if (endpoint !== undefined && stack === undefined) return { endpoint };
  if (stack !== undefined && endpoint === undefined) return { stack };
  throw usageError('Pass either --endpoint or --stack');
}

const list = command({
  description: 'List the tokens of an endpoint or of a whole stack, including revoked ones',
  examples: ['toolyard token list --endpoint client_…', 'toolyard token list --stack demo --state active --order idle'],
  args: {
    endpoint: { ...ENDPOINT_ARG, required: false },
    stack: { type: 'string', valueHint: 'ID', description: 'Stack id or exact name' },
    ...searchArg('the name'),
    ...STATE_ARG,
    ...USED_ORDER_ARG,
    ...API_ARGS,
  },
  async run(args, run) {
    const owner = ownerOf(args.endpoint, args.stack);
    const rows = orderedRows(await endpointsOf(connectApi(args, run)).listTokens(owner, filterOf(args)), args.order);
    const lines = rows.map(({ id, name, clientId, makerId, expiresAt, revokedAt, lastUsedAt }) => [
      id,
      name,
      clientId,
      makerId ?? 'operator',
      expiresAt?.toISOString() ?? 'never',
      revokedAt?.toISOString() ?? 'no',
      lastUsedAt?.toISOString() ?? 'never',
    ]);
    return {
      json: rows.map((row) => ({ ...tokenJson(row), client_id: row.clientId })),
      text: table(['TOKEN', 'NAME', 'CLIENT', 'MADE BY', 'EXPIRES', 'REVOKED', 'LAST USED'], lines, 'No tokens'),
    };
  },
});

const revoke = command({
  description: 'Permanently revoke a stack token, or only the tokens below one attenuation',
  examples: ['toolyard token revoke token_…', 'toolyard token revoke token_… --attenuation attenuation_…'],
  args: {
    token: { type: 'positional', required: true, description: 'Token id, token_…' },
    attenuation: {
      type: 'string',
      valueHint: 'ID',
      description: 'Attenuation id (attenuation_…), from toolyard token read',
    },
    ...API_ARGS,
  },
  confirm: ({ token, attenuation }) =>
    `Permanently revoke ${attenuation ? `${attenuation} of ` : ''}stack token ${token}?`,
  async run(args, run) {
    const endpoints = endpointsOf(connectApi(args, run));
    const { attenuation } = args;
    if (attenuation !== undefined) {
      const row = await endpoints.revokeAttenuation(args.token, attenuation);
      return { json: tokenJson(row), text: `Revoked ${attenuation} of token ${row.id} (${row.name})` };
    }
    const row = await endpoints.revokeToken(args.token);
    return { json: tokenJson(row), text: `Revoked token ${row.id} (${row.name})` };
  },
});

export const token = group({
  description: 'Stack tokens (API)',
  examples: ['toolyard token create --endpoint client_…', 'toolyard token revoke token_…'],
  commands: loaded({ create, list, revoke, attenuate, read }),
});
