import { destinationsOf } from '../../src/core/credentials/destination.ts';
import {
  newServerKey,
  newStackServerId,
  toAccountId,
  toServerId,
  toStackId,
  toToolId,
} from '../../src/core/kernel/ids.ts';
import type { JsonObject } from '../../src/core/lib/json.ts';
import { createMemo, type SnapshotTool, type StackSnapshot } from '../../src/core/snapshots/snapshot.ts';

type ToolOptions = Partial<Omit<SnapshotTool, 'toolId'>> & { readonly toolId?: string };

/** A tool of a snapshot, with only the members that the formats read. */
export const snapshotTool = (
  inputSchema: JsonObject,
  { toolId = 'gmail_send_email', ...options }: ToolOptions = {},
): SnapshotTool => ({
  toolId: toToolId(toolId),
  exposedName: toolId,
  name: 'send_email',
  title: null,
  description: 'Send an email.',
  inputSchema,
  outputSchema: null,
  annotations: null,
  resultLabel: '',
  forClients: null,
  request: null,
  keyPlace: null,
  isSafe: false,
  asks: [],
  isPinned: false,
  digest: '',
  held: null,
  server: {
    id: newServerKey(),
    slug: toServerId('gmail'),
    name: 'Gmail',
    isPrefixed: true,
    connector: { kind: 'http', baseUrl: 'https://example.com' },
    instructions: '',
    skills: null,
    fields: [],
    stackServerId: newStackServerId(),
    clientFields: new Set(),
    credentialMode: 'stack',
    usesCredentials: false,
    destinations: destinationsOf({ connector: { kind: 'http', baseUrl: '' }, fields: [] }),
  },
  ...options,
});

/** A snapshot of tools with these names. */
export const stackOf = (...toolIds: readonly string[]): StackSnapshot => ({
  stackId: toStackId('stack_1'),
  accountId: toAccountId('acct_1'),
  version: 1,
  recordsCalls: false,
  stackVersion: null,
  contents: null,
  policies: null,
  servers: [],
  tools: new Map(toolIds.map((toolId) => [toolId, snapshotTool({}, { toolId })])),
  removed: new Map(),
  skills: [],
  memo: createMemo(),
});
