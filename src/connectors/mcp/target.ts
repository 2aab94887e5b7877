import type { OpenCredential } from '../../core/calls/connector.ts';
import { sha256Text } from '../../core/lib/sha256.ts';
import type { ConnectorDocument } from '../../core/servers/document.ts';
import { checkUrl } from '../egress/egress.ts';
import type { CheckedUrl } from '../egress/types.ts';
import { UpstreamFailure } from '../failure.ts';
import { failedTool } from '../http/answer.ts';
import {
  type CredentialValues,
  credentialValues,
  fillBaseUrl,
  fillCredentials,
  isFixed,
  placeCredentials,
} from '../http/placement.ts';
import { MissingAddressFields, mergeHeaders, percentEncode, queryPair, UnusableInput } from '../http/wireRequest.ts';

/** An upstream's address and the headers with its credentials; dropped after one call. */
export type McpTarget = {
  readonly url: CheckedUrl;
  readonly headers: Readonly<Record<string, string>>;
  /** Identifies the target without revealing its secrets. */
  readonly digest: string;
  /** As in `Discovery`. */
  readonly isIndirect?: boolean;
  /** It has no credentials, so all calls of its connector share it. */
  readonly isFixed?: true;
};

type McpConnector = Extract<ConnectorDocument, { kind: 'mcp-http' }>;

/** Targets without credentials, by connector: they are the same for every call. */
const fixedTargets = new WeakMap<McpConnector, McpTarget>();

/** The target of a call. @throws UpstreamFailure when a credential is missing, or cannot be placed in a request */
export function toTarget(connector: ConnectorDocument, credentials: readonly OpenCredential[]): McpTarget {
  if (connector.kind !== 'mcp-http') throw new Error(`not an MCP server over HTTP: ${connector.kind}`);
  try {
    if (credentials.length === 0) return fixedTargets.get(connector) ?? fixedTarget(connector);
    const values = credentialValues(credentials);
    const placed = placeCredentials(credentials, values);
    const headers = mergeHeaders(fillHeaders(connector.headers, values), placed.headers);
    if (!isFixed(connector.url) || placed.query.length > 0)
      return targetOf(checkUrl(addQuery(fillUrl(connector.url, values), placed.query)), headers);
    return targetOf((fixedTargets.get(connector) ?? fixedTarget(connector)).url, headers);
  } catch (error) {
    throw toFailure(error);
  }
}

const NO_VALUES: CredentialValues = new Map();

function fixedTarget(connector: McpConnector): McpTarget {
  const url = checkUrl(addQuery(fillUrl(connector.url, NO_VALUES), []));
  const target: McpTarget = {
    ...targetOf(url, mergeHeaders(fillHeaders(connector.headers, NO_VALUES))),
    isFixed: true,
  };
  fixedTargets.set(connector, target);
  return target;
}

const targetOf = (url: CheckedUrl, headers: McpTarget['headers']): McpTarget => ({
  url,
  headers,
  digest: sha256Text(JSON.stringify([url.href, headers]), 'hex'),
});

/** Fills the base address and keeps its trailing slash, because servers distinguish `/mcp` from `/mcp/`. */
function fillUrl(template: string, values: CredentialValues): string {
  const [base = '', ...rest] = template.split('?');
  const slash = base.endsWith('/') ? '/' : '';
  const query = rest
    .join('?')
    .split('&')
    .flatMap((pair) => {
      if (pair === '' || !pair.includes('{')) return pair === '' ? [] : [pair];
      const [key = '', ...parts] = pair.split('=');
      const value = fillCredentials(parts.join('='), values);
      return value === undefined ? [] : [`${key}=${percentEncode(value)}`];
    });
  return `${fillBaseUrl(base, values)}${slash}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

function addQuery(filled: string, pairs: ReadonlyArray<readonly [string, string]>): string {
  const url = URL.parse(filled);
  if (!url) throw new UnusableInput('The server address is not a valid URL');
  const added = pairs.map(([key, value]) => queryPair(key, value));
  const query = [url.search.slice(1), ...added].filter((part) => part !== '');
  return `${url.origin}${url.pathname}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

function fillHeaders(templates: Readonly<Record<string, string>> = {}, values: CredentialValues) {
  const filled = Object.entries(templates).map(
    ([name, template]) => [name, fillCredentials(template, values)] as const,
  );
  return Object.fromEntries(filled.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

function toFailure(error: unknown): unknown {
  if (error instanceof UnusableInput) return new UpstreamFailure(failedTool(error.message));
  if (!(error instanceof MissingAddressFields)) return error;
  const { fieldIds } = error;
  const message = `missing credentials: ${fieldIds.join(', ')}`;
  return new UpstreamFailure({ kind: 'missing_credentials', message, fieldIds });
}
