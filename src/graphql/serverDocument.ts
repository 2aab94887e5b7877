import { exportJson } from '../core/marketplace/exportJson.ts';
import { exportServer } from '../core/marketplace/exportServer.ts';
import { MARKETPLACE } from '../core/marketplace/server.ts';
import type { Server } from '../generated/prisma/client.ts';
import type { GraphqlContext } from './context.ts';
import { withPlaceholders } from './execution/writtenValues.ts';

/** From this size on, a document is written past everything that would read it once more. */
const LARGE_BYTES = 131_072;

/** The document of a private server, or what stands for a large one; null for the marketplace's. */
export async function serverDocument(
  { owner, slug, bytes }: Pick<Server, 'owner' | 'slug' | 'bytes'>,
  { app, isStream, written }: GraphqlContext,
) {
  if (owner === MARKETPLACE) return null;
  if (isStream || (bytes > 0 && bytes < LARGE_BYTES)) return exportServer(app, slug);
  return withPlaceholders(written, ...(await exportJson(app, slug)));
}
