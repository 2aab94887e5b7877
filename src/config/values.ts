import { z } from 'zod';
import { type EgressRule, parseEgressAllow } from '../connectors/egress/allow.ts';
import { DOCUMENTED_LIMITS, type LimitClass } from '../core/kernel/limitClasses.ts';
import { isLoopbackUrl } from '../core/lib/loopback.ts';
import { parseDatabaseAddress } from '../store/databaseAddress.ts';
import { parseRedisAddress } from '../store/redisAddress.ts';

/** A whole number from `min` to `max`, or `fallback` when unset. */
export const whole = (min: number, max: number, fallback: number) => wholeOrUnset(min, max).default(fallback);

/** A whole number from `min` to `max`. */
export const wholeOrUnset = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);

/** A URL of one of these protocols, such as `https:`. */
export const url = (...protocols: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    message: `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  });

/** A schema that uses a parser function. The messages of its errors may be shown. */
export const parsedBy = <T>(parse: (text: string) => T) =>
  z.string().transform((text, ctx): T => {
    try {
      return parse(text);
    } catch (error) {
      ctx.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'is not valid' });
      return z.NEVER;
    }
  });

/** An address of PostgreSQL, with one or several hosts. */
export const databaseAddress = parsedBy((text) => {
  parseDatabaseAddress(text);
  return text;
});

/** An address of Redis. */
export const redisAddress = parsedBy((text) => {
  parseRedisAddress(text);
  return text;
});

/** Number of trusted proxies; `true` means one. */
export const proxyHops = z
  .string()
  .regex(/^(true|false|[1-9])$/, 'must be true, false or the number of proxies, from 1 to 9')
  .default('false')
  .transform((text) => (text === 'false' ? 0 : text === 'true' ? 1 : Number(text)));

/** A number of processes, or `auto`. */
export const workerSetting = z
  .string()
  .regex(/^(auto|[1-9]|[1-5]\d|6[0-4])$/, 'must be auto, or from 1 to 64')
  .default('auto')
  .transform((text) => (text === 'auto' ? text : Number(text)));

/**
 * Parses `class=number,…`, which changes the documented limits per minute, or `off`.
 * @throws Error that may be shown
 */
export function parseRateLimits(text: string): Readonly<Record<LimitClass, number>> | 'off' {
  if (text.trim() === 'off') return 'off';
  const pairs = text.split(',').map((part) => /^\s*([a-z_]+)\s*=\s*([1-9]\d{0,8})\s*$/.exec(part));
  const entries = pairs.map((match) => {
    const [, name = '', limit] = match ?? [];
    if (!Object.hasOwn(DOCUMENTED_LIMITS, name)) {
      throw new Error(
        `must be "off" or a comma list of class=per-minute, class one of ${Object.keys(DOCUMENTED_LIMITS).join(', ')}`,
      );
    }
    return [name, Number(limit)] as const;
  });
  const names = entries.map(([name]) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`must name each class once, but ${twice} is repeated`);
  const limits: Partial<Record<LimitClass, number>> = Object.fromEntries(entries);
  // By default, people have the same limit as programs.
  return { ...DOCUMENTED_LIMITS, ...(limits.invoke !== undefined && { dashboard_calls: limits.invoke }), ...limits };
}

const ORIGINS_MAX = 100;

/** Parses a comma-separated list of origins, in the form that browsers send. @throws Error that may be shown */
export function parseOrigins(text: string): readonly string[] {
  const origins = text.split(',').map((origin) => origin.trim());
  for (const origin of origins) {
    const url = URL.parse(origin);
    // `URL` accepts `*` in a host name, but no page's host contains it.
    if (!origin.includes('*') && url?.origin === origin && (url.protocol === 'https:' || isLoopbackUrl(url))) continue;
    throw new Error(
      'must be a comma list of origins such as https://app.example.com: https (or this machine), in lower case, without a path or a default port',
    );
  }
  if (origins.length > ORIGINS_MAX) throw new Error(`must name at most ${ORIGINS_MAX} origins`);
  return origins;
}

/** Parses `TOOLYARD_EGRESS_ALLOW`. @throws Error that may be shown */
export function readEgressAllow(text: string): readonly EgressRule[] {
  const parsed = parseEgressAllow(text);
  if (!parsed.ok) throw new Error(parsed.problems.join('; '));
  return parsed.rules;
}

/** Decodes a part of an address that becomes a header. @throws Error with `message` for one that doesn't match */
export function decodedPart(text: string, pattern: RegExp, message: string): string {
  try {
    const value = decodeURIComponent(text);
    if (pattern.test(value)) return value;
  } catch {
    // The error below explains the problem.
  }
  throw new Error(message);
}
