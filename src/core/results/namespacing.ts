import type { ServerId } from '../kernel/ids.ts';
import { inheritLossless, isJsonObject, isRecord, type JsonObject, type JsonValue } from '../lib/json.ts';
import type { ConnectorDocument } from '../servers/document.ts';
import type { ForClients } from '../servers/forClients.ts';
import type { ToolOutput } from './outcome.ts';

/** Pass-through kinds, other than tools. */
export type PassedKind = 'resources' | 'prompts';

/** Whether a server passes its resources or prompts through, as its document says. */
export const isPassed = ({ connector }: Pick<ConnectedServer, 'connector'>, kind: PassedKind): boolean =>
  'passThrough' in connector && connector.passThrough?.includes(kind) === true;

/** The parts of a server that determine the names of its resources and prompts. */
export type NamedServer = { readonly slug: ServerId; readonly isPrefixed: boolean };
type ConnectedServer = NamedServer & { readonly connector: ConnectorDocument };

/** Prefixes of a server's names in the stack, each with the upstream prefix that it replaces. The first match wins. */
const prefixesOf = (
  { slug }: NamedServer,
  kind: PassedKind,
): readonly { readonly shown: string; readonly own: string }[] =>
  kind === 'resources'
    ? [
        { shown: `${UI}toolyard/${slug}/`, own: UI },
        { shown: `${SKILL}${slug}/`, own: SKILL },
        { shown: `toolyard://${slug}/`, own: '' },
      ]
    : [{ shown: `${slug}_`, own: '' }];

/** Scheme of MCP Apps pages; hosts show no other scheme. */
const UI = 'ui://';
/** Scheme of skills; the last part of a skill's path stays its name. */
const SKILL = 'skill://';

/**
 * The name under which a stack shows an upstream's `own` name. A URI becomes `toolyard://<server>/<uri>`, `ui://<page>`
 * becomes `ui://toolyard/<server>/<page>`, `skill://<path>` becomes `skill://<server>/<path>`, and a prompt becomes
 * `<server>_<prompt>`. Templates (RFC 6570) stay templates. `ownersOf` reverses the name, since no server id contains a
 * slash or an underscore.
 */
export function exposedName(server: NamedServer, kind: PassedKind, own: string): string {
  const prefix = server.isPrefixed && prefixesOf(server, kind).find((each) => own.startsWith(each.own));
  return prefix ? `${prefix.shown}${own.slice(prefix.own.length)}` : own;
}

/**
 * The servers that may own `name`, each with its own name for it. If a server's prefix matches, only that server;
 * otherwise all servers without a prefix.
 */
export function ownersOf<S extends NamedServer>(
  servers: readonly S[],
  kind: PassedKind,
  name: string,
): readonly { readonly server: S; readonly own: string }[] {
  const prefixed = servers.flatMap((server) => {
    if (!server.isPrefixed) return [];
    const prefix = prefixesOf(server, kind).find(({ shown }) => name.startsWith(shown));
    return prefix ? [{ server, own: `${prefix.own}${name.slice(prefix.shown.length)}` }] : [];
  });
  if (prefixed.length > 0) return prefixed;
  return servers.filter((server) => !server.isPrefixed).map((server) => ({ server, own: name }));
}

type McpOutput = Extract<ToolOutput, { type: 'mcp' }>;

/**
 * Rewrites a result's links to resources and pages to lead to the stack, if the server's resources are passed through.
 */
export const exposeOutput = (server: NamedServer, { meta, ...output }: McpOutput): McpOutput => ({
  ...output,
  content: output.content.map((block) => namespaceContent(server, block)),
  ...(meta && { meta: exposeMeta(server, meta) }),
});

/** Rewrites a content block's resource link to lead to the stack, if the server's resources are passed through. */
export function namespaceContent(server: NamedServer, content: JsonObject): JsonObject {
  const block = withExposedMeta(server, content);
  if (block['type'] === 'resource_link') return exposeUri(server, block);
  const { resource } = block;
  return block['type'] === 'resource' && isJsonObject(resource)
    ? { ...block, resource: exposeUri(server, withExposedMeta(server, resource)) }
    : block;
}

/** The object with the pages in its `_meta` renamed as the stack exposes them. */
export const withExposedMeta = (server: NamedServer, item: JsonObject): JsonObject => {
  const { _meta: meta } = item;
  return isJsonObject(meta) ? { ...item, _meta: exposeMeta(server, meta) } : item;
};

/** `_meta` with page addresses renamed as the stack exposes them. */
const exposeMeta = (server: NamedServer, meta: JsonObject): JsonObject =>
  inheritLossless(
    meta,
    Object.fromEntries(Object.entries(meta).map(([key, value]) => [key, exposePage(server, key, value)])),
  );

function exposePage(server: NamedServer, key: string, value: JsonValue): JsonValue {
  if (LINKS.has(key)) return typeof value === 'string' ? exposedName(server, 'resources', value) : value;
  if (key !== 'ui' || !isJsonObject(value) || typeof value['resourceUri'] !== 'string') return value;
  return { ...value, resourceUri: exposedName(server, 'resources', value['resourceUri']) };
}

/** The object with its `uri` renamed as the stack exposes it. */
export const exposeUri = (server: NamedServer, item: JsonObject): JsonObject =>
  typeof item['uri'] === 'string' ? { ...item, uri: exposedName(server, 'resources', item['uri']) } : item;

/** Keys of a tool's `_meta` that hold a page address: one from before MCP Apps 2026-01-26, and one from OpenAI. */
const LINKS: ReadonlySet<string> = new Set(['ui/resourceUri', 'openai/outputTemplate']);

/**
 * Client metadata of a tool, null for none. MCP Apps pages get their names in the stack. They are omitted if the
 * server's resources are not passed through, since they would be unreadable.
 */
export function exposeForClients(server: ConnectedServer, { _meta, ...rest }: ForClients): ForClients | null {
  const meta = Object.fromEntries(Object.entries(_meta ?? {}).flatMap((member) => exposeMember(server, ...member)));
  const exposed = { ...rest, ...(Object.keys(meta).length > 0 && { _meta: meta }) };
  return Object.keys(exposed).length > 0 ? exposed : null;
}

type Member = readonly [key: string, value: unknown];

function exposeMember(server: ConnectedServer, key: string, value: unknown): Member[] {
  if (LINKS.has(key)) return exposeLink(server, key, value);
  if (key !== 'ui' || !isRecord(value) || !('resourceUri' in value)) return [[key, value]];
  const { resourceUri, ...rest } = value;
  const ui = { ...Object.fromEntries(exposeLink(server, 'resourceUri', resourceUri)), ...rest };
  return Object.keys(ui).length > 0 ? [[key, ui]] : [];
}

const exposeLink = (server: ConnectedServer, key: string, uri: unknown): Member[] =>
  typeof uri === 'string' && isPassed(server, 'resources') ? [[key, exposedName(server, 'resources', uri)]] : [];
