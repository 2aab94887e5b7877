import type { CreatedApiKey } from '../../core/accounts/apiKey.ts';
import { isRecord, type JsonObject } from '../../core/lib/json.ts';
import { list, text, timestamp } from '../openapi/parts.ts';
import type { Body } from '../request.ts';

// Parts that stack tokens and API keys share: of requests, schemas, bodies and examples.

export const ENDS = 'Takes effect on every instance within a second. You can’t undo this.';
export const IN_PAGES = 'newest first, in pages of 100 by default';
/** The description of a new credential. */
export const ONCE = 'The credential itself, shown only once.';

export const REACH = {
  tools: list({ type: 'string' }, 'The tool ids that it may use, at most 100; `*` matches any text. All by default.'),
  networks: list(
    { type: 'string' },
    'IP addresses and ranges in CIDR notation from which it may be used, at most 20; any by default.',
  ),
  calls_max: { type: 'integer', minimum: 1, description: 'The maximum number of calls in total.' },
};

export const nullable = ({ type, ...schema }: JsonObject): JsonObject => ({ ...schema, type: [String(type), 'null'] });

export const STORED_REACH = {
  tools: list({ type: 'string' }, 'The tool ids that it may use; `*` matches any text. Empty for all.'),
  networks: list({ type: 'string' }, 'The IP addresses and ranges from which it may be used; empty for any.'),
  calls_max: nullable({ type: 'integer', description: 'The maximum number of calls in total; null for no limit.' }),
  calls: { type: 'integer', description: 'The number of calls it has made; always 0 without a call limit.' },
};
export const STORED_LIFE = {
  created_at: timestamp('UTC.'),
  expires_at: nullable(timestamp('When it stops working; null for never.')),
  revoked_at: nullable(timestamp('When it was revoked; null if it wasn’t.')),
  last_used_at: nullable(timestamp('The approximate time of its last use; null for never.')),
};
export const SHOWN_NAME = text('Its display name, chosen by its owner.');

export const LIFE_EXAMPLE = {
  created_at: '2026-01-15T10:30:00.000Z',
  expires_at: '2026-02-14T10:30:00.000Z',
  revoked_at: null,
  last_used_at: null,
};
export const REACH_EXAMPLE = { tools: [], networks: [], calls_max: null, calls: 0 };

type ApiKey = CreatedApiKey['apiKey'];
type Fields = Readonly<Record<string, unknown>>;

/** A body's fields. A number isn't a valid name, so each verb rejects a body that isn't an object with its own text. */
export const bodyFields = (body: Body): Fields => (isRecord(body) ? body : body === undefined ? {} : { name: 0 });

/** Maps names of a body to the verbs' names; only the verbs validate the values. */
export const reachInput = ({ tools, networks, calls_max: callsMax }: Fields) => ({ tools, networks, callsMax });

export const lifeBody = ({
  createdAt,
  expiresAt,
  revokedAt,
  lastUsedAt,
}: Pick<ApiKey, 'createdAt' | 'expiresAt' | 'revokedAt' | 'lastUsedAt'>) => ({
  created_at: createdAt,
  expires_at: expiresAt,
  revoked_at: revokedAt,
  last_used_at: lastUsedAt,
});

export const reachBody = ({
  tools,
  networks,
  callsMax,
  calls,
}: Pick<ApiKey, 'tools' | 'networks' | 'callsMax' | 'calls'>) => ({ tools, networks, calls_max: callsMax, calls });
