import type { JsonObject } from '../../core/lib/json.ts';
import { NAME_LENGTH_MAX } from '../../core/lib/text.ts';
import { requestedScopeNames, roleNames, STACK_ROLE_NAMES } from '../../core/roles.ts';
import { LIST_MODES } from '../../core/search/listMode.ts';
import { STACK_ID } from './examples.ts';
import type { RequestDoc } from './types.ts';

const name = { type: 'string', minLength: 1, maxLength: NAME_LENGTH_MAX, description: 'For people.' };
const mode = {
  type: 'string',
  enum: LIST_MODES,
  description: 'The default mode of its tool list; agents may request another.',
};
const endUser = {
  type: 'string',
  pattern: '^[!-~]{1,128}$',
  description: 'The end user whose calls the token makes. When left out, each call may name one in `X-End-User`.',
};
const texts = (description: string): JsonObject => ({ type: 'array', items: { type: 'string' }, description });

const EXPIRY = {
  expires_in_days: {
    type: 'integer',
    minimum: 1,
    maximum: 3_650,
    description: 'How many days the token works; 90 when left out.',
  },
  never_expires: { type: 'boolean', description: 'Whether the token works until it is revoked.' },
};

const REACH = {
  tools: texts('The tool ids that it may use, at most 100; `*` matches any text. All by default.'),
  networks: texts('IP addresses and ranges in CIDR notation from which it may be used, at most 20; any by default.'),
  calls_max: { type: 'integer', minimum: 1, description: 'The maximum number of calls in total.' },
};

export const CREATE_ENDPOINT: RequestDoc = {
  isRequired: true,
  schema: {
    type: 'object',
    properties: { name, mode: { ...mode, default: 'full' }, end_user: endUser, ...EXPIRY },
    required: ['name'],
  },
  example: { name: 'Claude Code', expires_in_days: 30 },
};

export const UPDATE_ENDPOINT: RequestDoc = {
  isRequired: false,
  schema: { type: 'object', properties: { name, mode } },
  example: { mode: 'search' },
};

export const CREATE_TOKEN: RequestDoc = {
  isRequired: false,
  schema: {
    type: 'object',
    properties: {
      name: { ...name, description: 'For people; the endpoint’s when left out.' },
      end_user: endUser,
      ...REACH,
      ...EXPIRY,
    },
  },
  example: { name: 'Night shift', tools: ['linear_*'], expires_in_days: 7 },
};

export const CREATE_API_KEY: RequestDoc = {
  isRequired: true,
  schema: {
    type: 'object',
    properties: {
      name,
      expires_at: {
        type: 'string',
        format: 'date-time',
        description: 'When it expires; never by default.',
      },
      role: {
        type: 'string',
        enum: roleNames,
        description: 'The key’s role, which can’t exceed its creator’s permissions.',
      },
      scopes: {
        type: 'array',
        items: { type: 'string', enum: requestedScopeNames },
        description: 'The scopes that restrict its role; unrestricted by default.',
      },
      stack_roles: {
        type: 'array',
        items: {
          type: 'object',
          properties: { stack_id: { type: 'string' }, role: { type: 'string', enum: STACK_ROLE_NAMES } },
          required: ['stack_id', 'role'],
        },
        description: 'Additional roles in individual stacks. Without `role`, it has no other permissions.',
      },
      ...REACH,
    },
    required: ['name'],
  },
  example: { name: 'CI', role: 'developer', stack_roles: [{ stack_id: STACK_ID, role: 'admin' }] },
};
