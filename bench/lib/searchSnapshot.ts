import { destinationsOf } from '../../src/core/credentials/destination.ts';
import { newServerKey, newStackServerId, toAccountId, toServerId, toStackId } from '../../src/core/kernel/ids.ts';
import type { JsonObject } from '../../src/core/lib/json.ts';
import type { ServerDocument } from '../../src/core/servers/document.ts';
import { toolIdFor } from '../../src/core/servers/toolName.ts';
import type { SnapshotTool, StackSnapshot } from '../../src/core/snapshots/snapshot.ts';

/** This value was just parsed from JSON. */
const asJson = (schema: Record<string, unknown>): JsonObject => schema as JsonObject;

function toolsOf(document: ServerDocument): SnapshotTool[] {
  const slug = toServerId(document.id);
  const server = {
    id: newServerKey(),
    stackServerId: newStackServerId(),
    slug,
    name: document.name,
    isPrefixed: document.toolPrefix,
    connector: document.connector,
    instructions: '',
    skills: null,
    fields: [],
    clientFields: new Set<string>(),
    credentialMode: 'stack' as const,
    usesCredentials: false,
    destinations: destinationsOf({ connector: document.connector, fields: [] }),
    credentials: new Map(),
  };
  return document.tools.map(({ name, title = null, description, inputSchema, request = null, asks = [], ...tool }) => {
    const toolId = toolIdFor(slug, name, { prefix: document.toolPrefix });
    const none = {
      ...{ outputSchema: null, annotations: null, forClients: null, held: null, keyPlace: null },
      ...{ isSafe: false, isPinned: false, digest: '', resultLabel: '' },
    };
    const own = { toolId, exposedName: toolId, name, title, description, inputSchema: asJson(inputSchema), asks };
    return { ...tool, ...none, ...own, request, server };
  });
}

/** A stack with all tools of these servers. */
export function snapshotOf(documents: readonly ServerDocument[]): StackSnapshot {
  const memory = new Map<string, unknown>();
  return {
    stackId: toStackId('stack_bench'),
    accountId: toAccountId('acct_bench'),
    version: 1,
    recordsCalls: false,
    stackVersion: null,
    contents: null,
    policies: null,
    servers: [],
    tools: new Map(documents.flatMap(toolsOf).map((tool) => [tool.toolId, tool])),
    removed: new Map(),
    skills: [],
    memo<T>(key: string, build: () => T): T {
      if (!memory.has(key)) memory.set(key, build());
      // The key determines the type of its value.
      return memory.get(key) as T;
    },
  };
}
