import { readFileSync, rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { createMcpStdio } from '../../src/connectors/stdio/mcpStdio.ts';
import { toStackId } from '../../src/core/kernel/ids.ts';
import type { JsonObject } from '../../src/core/lib/json.ts';
import { serverDocumentSchema } from '../../src/core/servers/document.ts';
import { temporaryDir, textOf, toolCall } from '../connectors/stdio/stdioKit.ts';

const scratchDir = temporaryDir();
const stdio = createMcpStdio({ scratchDir });

afterAll(async () => {
  await stdio.close();
  rmSync(scratchDir, { recursive: true, force: true });
});

async function call(id: string, toolName: string, input: JsonObject, stackId = 'stack_a'): Promise<unknown> {
  const url = new URL(`../../catalogue/${id}.json`, import.meta.url);
  const { connector } = serverDocumentSchema.parse(JSON.parse(readFileSync(url, 'utf8')));
  return textOf(await stdio.call(toolCall(connector, toolName, { serverId: id, stackId: toStackId(stackId), input })));
}

describe('catalogue servers that run locally', () => {
  it('everything echoes its input', async () => {
    expect(await call('everything', 'echo', { message: 'hello' })).toBe('Echo: hello');
  });

  it('memory stores data per stack', async () => {
    const entities = [{ name: 'Ann', entityType: 'person', observations: ['likes tea'] }];
    await call('memory', 'create_entities', { entities });
    expect(await call('memory', 'search_nodes', { query: 'tea' })).toContain('Ann');
    expect(await call('memory', 'search_nodes', { query: 'tea' }, 'stack_b')).not.toContain('Ann');
  });

  it('filesystem reads and writes only inside its directory', async () => {
    const allowed = String(await call('filesystem', 'list_allowed_directories', {}));
    const directory = allowed.split('\n').at(-1) ?? '';
    expect(directory).toContain('stack_a');
    await call('filesystem', 'write_file', { path: `${directory}/note.txt`, content: 'kept' });
    expect(await call('filesystem', 'read_text_file', { path: `${directory}/note.txt` })).toContain('kept');
    expect(await call('filesystem', 'read_text_file', { path: '/etc/hostname' })).toMatchObject({ kind: 'tool_error' });
  });

  it('sequential-thinking counts thoughts', async () => {
    const thought = { thought: 'First', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 };
    expect(await call('sequential-thinking', 'sequentialthinking', thought)).toContain('"thoughtNumber": 1');
  });
});
