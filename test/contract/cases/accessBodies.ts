import { expect } from 'vitest';
import { detail, TIME } from './matchers.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
/** A new id. */
export const idOf = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}_${UUID}$`));
export const JWT = expect.stringMatching(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/);
export const KEY = expect.stringMatching(/^ty_[0-9A-Za-z]{30,}$/);

const UNHELD = { tools: [], networks: [], calls_max: null, calls: 0 };
const LIFE = { created_at: TIME, expires_at: TIME, revoked_at: null, last_used_at: null };

export const endpointBody = (endpoint_id: unknown, stack_id: string, name: string, mode = 'full') => ({
  endpoint_id,
  client_id: idOf('client'),
  stack_id,
  name,
  mode,
  url: expect.stringMatching(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/s/client_${UUID}$`)),
  created_at: TIME,
});

export const tokenBody = (token_id: unknown, endpoint_id: unknown, name: string, held: object = {}) => ({
  token_id,
  endpoint_id,
  name,
  end_user: null,
  ...UNHELD,
  granted_by: null,
  ...LIFE,
  ...held,
});

export const keyBody = (api_key_id: unknown, name: string, held: object = {}) => ({
  api_key_id,
  name,
  display: expect.stringMatching(/^ty_\w{7}$/),
  role: 'developer',
  stack_roles: [],
  scopes: [],
  ...UNHELD,
  ...LIFE,
  expires_at: null,
  ...held,
});

export const INVALID = { status: 400, body: detail('Invalid request parameters') } as const;

/** The header that names the invalid field of a body. */
export const because = (path: string) => ({ 'x-validation-errors': expect.stringContaining(`"path":"${path}"`) });
