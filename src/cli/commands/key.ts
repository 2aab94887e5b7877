import {
  KEYS_WRITE,
  type RequestedScope,
  requestedScopeNames,
  roleNames,
  scopeNames,
} from '../../core/kernel/roles.ts';
import { plural } from '../../core/lib/text.ts';
import { command, group, loaded } from '../command.ts';
import { usageError } from '../exit.ts';
import { ACCOUNT_ARG, API_ARGS, MAKE_ARGS, wholeNumber } from '../input.ts';
import type { KeyRow } from '../keys.ts';
import { keysFor } from '../keys.ts';
import { filterOf, orderedRows, STATE_ARG, searchArg, USED_ORDER_ARG } from '../listArgs.ts';
import { fields, table } from '../output.ts';
import { givenStackRoles, REACH_ARGS, readReach, STACK_ROLES_ARG, splitList } from '../reach.ts';

const ROLE_ARG = {
  type: 'enum' as const,
  options: roleNames,
  valueHint: 'ROLE',
  description: `Role: ${roleNames.join(', ')} (default: the lowest that has the scopes, or developer)`,
};

const DAY_MS = 86_400_000;

const keyJson = (row: KeyRow) => ({
  key_id: row.id,
  name: row.name,
  display: row.display,
  role: row.role,
  stack_roles: row.stackRoles.map(({ stackId, role }) => ({ stack_id: stackId, role })),
  scopes: row.scopes,
  tools: row.tools,
  networks: row.networks,
  calls_max: row.callsMax,
  calls: row.calls,
  maker_id: row.makerId,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt?.toISOString() ?? null,
  revoked_at: row.revokedAt?.toISOString() ?? null,
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
});

function stateOf({ revokedAt, expiresAt }: Pick<KeyRow, 'revokedAt' | 'expiresAt'>): string {
  if (revokedAt) return 'revoked';
  if (!expiresAt) return 'active';
  return expiresAt <= new Date() ? 'expired' : `until ${expiresAt.toISOString()}`;
}

/** A key's restrictions in addition to its role, in one line. */
function limitsOf({ stackRoles, scopes, tools, networks, callsMax, calls }: KeyRow): string {
  const held = [
    ...stackRoles.map(({ stackId, role }) => `${stackId}=${role}`),
    ...scopes.filter((scope) => scope !== KEYS_WRITE),
    ...tools,
    ...networks,
    ...(callsMax === null ? [] : [`${calls} of ${plural(callsMax, 'call')}`]),
  ];
  return held.length === 0 ? '–' : held.join(' ');
}

/** @throws CliError usage for an unknown scope */
const givenScopes = ({ scopes = '' }: { readonly scopes?: string | undefined }): readonly RequestedScope[] =>
  splitList(scopes)
    .filter(Boolean)
    .map((text) => {
      const scope = requestedScopeNames.find((each) => each === text);
      if (!scope) throw usageError(`--scopes takes ${scopeNames.join(', ')}, not ${text}`);
      return scope;
    });

const create = command({
  description: 'Create an API key, shown only once; with --account and no API key, in the database',
  examples: [
    'toolyard key create --account acct_… --name ci --expires-days 30',
    'toolyard key create --name audit --role auditor --json',
    'toolyard key create --name nightly --scopes invoke --tool-ids memory_* --networks 10.0.0.0/8 --max-calls 1000',
  ],
  args: {
    name: { type: 'string', required: true, description: 'Name of the key' },
    account: ACCOUNT_ARG,
    'expires-days': { type: 'string', valueHint: 'N', description: 'Days until it expires (default: never)' },
    role: ROLE_ARG,
    scopes: {
      type: 'string',
      valueHint: 'SCOPES',
      description: `Scopes of the role to grant, comma-separated: ${scopeNames.join(', ')} (default: all)`,
    },
    ...STACK_ROLES_ARG,
    ...REACH_ARGS,
    'can-write-keys': { type: 'boolean', description: 'Grant the key your own role (deprecated: use --role)' },
    ...MAKE_ARGS,
  },
  async run(args, run) {
    const days = args['expires-days'];
    const expiresAt = days === undefined ? null : new Date(Date.now() + wholeNumber(days, 'expires-days') * DAY_MS);
    const keys = keysFor(args, run, args.account ?? null);
    const scopes = [...(args['can-write-keys'] ? [KEYS_WRITE] : []), ...givenScopes(args)];
    const role = args.role ?? null;
    const stackRoles = givenStackRoles(args) ?? [];
    const requested = { name: args.name, expiresAt, scopes, role, stackRoles };
    const { row, key } = await keys.create({ ...requested, ...readReach(args) });
    return {
      json: { ...keyJson(row), api_key: key },
      text: `${fields({ 'Key id': row.id, 'API key': key })}\n\nSave the key: it is shown only once.`,
    };
  },
});

const list = command({
  description: 'List API keys, including revoked ones',
  examples: [
    'toolyard key list',
    'toolyard key list --state active --order idle',
    'toolyard key list --account acct_…',
  ],
  args: { account: ACCOUNT_ARG, ...searchArg('the name'), ...STATE_ARG, ...USED_ORDER_ARG, ...API_ARGS },
  async run(args, run) {
    const keys = orderedRows(await keysFor(args, run, args.account ?? null).list(filterOf(args)), args.order);
    const rows = keys.map((row) => [
      row.id,
      row.name,
      `${row.display}…`,
      stateOf(row),
      row.role,
      limitsOf(row),
      row.makerId ?? 'operator',
      row.lastUsedAt?.toISOString() ?? 'never',
    ]);
    return {
      json: keys.map(keyJson),
      text: table(['KEY', 'NAME', 'BEGINS', 'STATE', 'ROLE', 'HELD TO', 'MADE BY', 'LAST USED'], rows, 'No API keys'),
    };
  },
});

const revoke = command({
  description: 'Revoke an API key permanently',
  examples: ['toolyard key revoke key_…'],
  args: { key: { type: 'positional', required: true, description: 'Key id, key_…' }, ...API_ARGS },
  confirm: ({ key }) => `Permanently revoke API key ${key}?`,
  async run(args, run) {
    const row = await keysFor(args, run, null).revoke(args.key);
    return { json: keyJson(row), text: `Revoked API key ${row.id} (${row.name})` };
  },
});

export const key = group({
  description: 'API keys. Uses the API with --api-key or TOOLYARD_API_KEY, otherwise the database',
  examples: ['toolyard key create --account acct_… --name ci', 'toolyard key list', 'toolyard key revoke key_…'],
  commands: loaded({ create, list, revoke }),
});
