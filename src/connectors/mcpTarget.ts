import { createHash } from 'node:crypto';
import type { Connector } from '../core/catalog/document.ts';
import type { OpenCredential } from '../core/routing/connector.ts';
import { UpstreamFailure } from './failure.ts';
import { fillSlots, slotsOf } from './slots.ts';

/** Where an upstream is and how it knows us; holds secrets, so it lives no longer than one call. */
export type McpTarget = { readonly url: string; readonly headers: Readonly<Record<string, string>> };

type Values = ReadonlyMap<string, string>;

// RFC 9110, section 5.5: a header value is visible characters, blanks and tabs.
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** @throws UpstreamFailure naming the fields that are missing or that no request can carry */
export function toTarget(connector: Connector, credentials: readonly OpenCredential[]): McpTarget {
  if (connector.kind !== 'mcp-http') throw new Error(`not an MCP server over HTTP: ${connector.kind}`);
  const values = new Map(credentials.map(({ fieldId, value }) => [fieldId, value]));
  return { url: urlOf(connector.url, credentials, values), headers: headersOf(connector.headers, credentials, values) };
}

/** Tells targets apart without keeping what they hold. */
export const digestOf = (target: McpTarget): string =>
  createHash('sha256').update(JSON.stringify(target)).digest('hex');

function urlOf(template: string, credentials: readonly OpenCredential[], values: Values): string {
  const filled = fillSlots(template, values, encodeFor(template));
  if (filled === null)
    throw unusable(
      'missing credentials',
      slotsOf(template).filter((slot) => !values.has(slot)),
    );
  const url = URL.parse(filled);
  if (!url) throw unusable('credentials that make no valid address, set again', slotsOf(template));
  for (const { fieldId, placement } of credentials) {
    if (placement?.in !== 'query') continue;
    const value = fillSlots(placement.template ?? `{${fieldId}}`, values);
    if (value !== null) url.searchParams.set(placement.name, value);
  }
  return url.href;
}

/** A template that starts with a slot takes a whole base address from it; every other slot is one encoded part. */
function encodeFor(template: string): (value: string, offset: number) => string {
  const startsWithSlot = template.startsWith('{');
  return (value, offset) => {
    if (offset === 0 && startsWithSlot) return value;
    // Not changed by encoding, yet they would climb out of the path.
    return value === '.' || value === '..' ? '' : encodeURIComponent(value);
  };
}

function headersOf(declared: Record<string, string> = {}, credentials: readonly OpenCredential[], values: Values) {
  const placed = credentials.flatMap(({ fieldId, placement }) =>
    placement?.in === 'header' ? [[placement.name, placement.template ?? `{${fieldId}}`] as const] : [],
  );
  const headers: Record<string, string> = {};
  for (const [name, template] of [...Object.entries(declared), ...placed]) {
    const value = fillSlots(template, values);
    if (value === null) continue;
    if (!HEADER_VALUE.test(value))
      throw unusable('credentials that a header cannot carry, set again', slotsOf(template));
    headers[name.toLowerCase()] = value;
  }
  return headers;
}

function unusable(what: string, fieldIds: readonly string[]): UpstreamFailure {
  const message = `Tool execution failed: ${what}: ${fieldIds.join(', ')}`;
  return new UpstreamFailure({ kind: 'missing_credentials', message, fieldIds });
}
