import type { ArgsDef, ParsedArgs } from './args.ts';
import type { Expiry } from './endpoints.ts';
import { usageError } from './exit.ts';
import { wholeNumber } from './input.ts';

const DAY_MS = 86_400_000;

export const EXPIRY_ARGS = {
  'expires-days': { type: 'string', valueHint: 'N', description: 'Days until the token expires (default: 90)' },
  'never-expires': { type: 'boolean', description: 'Create a token that never expires' },
} as const satisfies ArgsDef;

type ExpiryArgs = Pick<ParsedArgs<typeof EXPIRY_ARGS>, keyof typeof EXPIRY_ARGS>;

/** @throws CliError usage */
export function readExpiry(args: ExpiryArgs): Expiry {
  const days = args['expires-days'];
  if (days === undefined) return args['never-expires'] ? { expiresAt: null } : {};
  if (args['never-expires']) throw usageError('Pass either --expires-days or --never-expires');
  return { expiresAt: new Date(Date.now() + wholeNumber(days, 'expires-days') * DAY_MS) };
}
