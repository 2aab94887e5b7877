import type { UpstreamFacts } from '../../core/calls/connector.ts';
import type { ServerId } from '../../core/kernel/ids.ts';
import { withoutHidden } from '../../core/lib/hiddenText.ts';
import type { ImportedServer } from '../../core/marketplace/discovered.ts';
import { type ServerDocument, serverDocumentSchema } from '../../core/servers/document.ts';
import { slugOf } from '../../core/servers/slug.ts';

/** Parts of a document that the server decides unless the user has set them. */
export type Adopted = readonly ('id' | 'name' | 'passThrough')[];

const { id: idSchema, name: nameSchema } = serverDocumentSchema.shape;

/** Words that only mean "MCP server". */
const FILLER = /(?:^|-)(?:mcp|servers?)(?=-|$)/g;
const FILLER_END = /mcp-?server$|mcp$/;
/** Names that don't identify the service. */
const GENERIC: ReadonlySet<string> = new Set([
  '',
  'app',
  'default',
  'demo',
  'example',
  'fast',
  'my',
  'test',
  'unknown',
]);

/**
 * Derives an id from a server's name: `everything` for `mcp-servers/everything`. Null if the name identifies nothing.
 */
export function idFromName(name: string): ServerId | null {
  const last = name.split('/').findLast((part) => part !== '') ?? '';
  const plain = slugOf(slugOf(last).replace(FILLER, '').replace(FILLER_END, ''));
  return GENERIC.has(plain) ? null : (idSchema.safeParse(plain).data ?? null);
}

/** Adopts the server's own facts: its title, an id derived from its name, and the features that agents get. */
export function adoptFacts(document: ServerDocument, facts: UpstreamFacts, adopted: Adopted): ImportedServer {
  const id = adopted.includes('id') ? idFromName(facts.name ?? '') : null;
  const title = withoutHidden(facts.title ?? '').trim();
  const name = adopted.includes('name') ? nameSchema.safeParse(title).data : undefined;
  const isCut = adopted.includes('name') && title !== '' && name === undefined;
  const isRenamed = id !== null && id !== document.id;
  return {
    document: {
      ...document,
      ...(isRenamed && { id }),
      ...(name !== undefined && { name }),
      connector: withFeatures(document.connector, facts, adopted),
    },
    warnings: isCut ? [{ tool: '*', reason: 'its title is not a valid name, and is left out' }] : [],
    ...(isRenamed && { earlierId: document.id }),
  };
}

function withFeatures(
  connector: ServerDocument['connector'],
  { offers = [], transport }: UpstreamFacts,
  adopted: Adopted,
): ServerDocument['connector'] {
  if (connector.kind !== 'mcp-http' && connector.kind !== 'mcp-stdio') return connector;
  const isOpen = connector.passThrough === undefined && offers.length > 0 && adopted.includes('passThrough');
  const passThrough = isOpen && { passThrough: [...offers] };
  return connector.kind === 'mcp-http'
    ? { ...connector, ...(transport && { transport }), ...passThrough }
    : { ...connector, ...passThrough };
}
