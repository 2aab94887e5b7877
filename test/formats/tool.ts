import type { JsonObject } from '../../src/core/json.ts';
import type { SnapshotTool } from '../../src/core/routing/snapshot.ts';

/** A tool of a snapshot, with no more than the formats read. */
export const snapshotTool = (inputSchema: JsonObject, overrides: Partial<SnapshotTool> = {}): SnapshotTool => ({
  toolId: 'gmail_send_email',
  name: 'send_email',
  title: null,
  description: 'Send an email.',
  inputSchema,
  outputSchema: null,
  annotations: null,
  request: null,
  server: {
    id: 'row-1',
    slug: 'gmail',
    name: 'Gmail',
    connector: { kind: 'http', baseUrl: 'https://example.com' },
    fields: [],
    credentials: new Map(),
  },
  ...overrides,
});
