import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { message, object, openDemo, sum } from './demo.ts';

const { upstream, client, reset, close } = await openDemo();
beforeEach(reset);
afterAll(close);

describe.each([
  { mode: 'legacy', era: 'legacy', revision: '2025-11-25' },
  { mode: 'auto', era: 'modern', revision: '2026-07-28' },
] as const)('a client of revision $revision', ({ mode, era, revision }) => {
  it('connects', async () => {
    const connected = await client(mode);
    expect(connected.getProtocolEra()).toBe(era);
    expect(connected.getNegotiatedProtocolVersion()).toBe(revision);
    expect(connected.getServerVersion()).toMatchObject({ name: 'toolyard' });
  });

  it('lists the tools as they are, in the order of the stack', async () => {
    const { tools } = await (await client(mode)).listTools();
    expect(tools.slice(0, 2)).toEqual([
      {
        name: 'demo_echo',
        title: 'Echo',
        description: 'Says it again',
        inputSchema: message,
        annotations: { readOnlyHint: true },
      },
      { name: 'demo_sum', description: '', inputSchema: object, outputSchema: sum },
    ]);
    const names = tools.map(({ name }) => name);
    expect(names.slice(2, 7)).toEqual(['demo_fail', 'demo_steps', 'demo_wait', 'demo_gone', 'web_object']);
    expect((await (await client(mode)).listTools()).tools.map(({ name }) => name)).toEqual(names);
  });

  const text = (value: unknown) => [{ type: 'text', text: value }];
  const CASES = [
    { name: 'demo_echo', input: { message: 'hi' }, result: { content: text('hi') } },
    { name: 'echo', input: { message: 'by its own name' }, result: { content: text('by its own name') } },
    { name: 'demo_sum', input: {}, result: { content: text('3'), structuredContent: { sum: 3 } } },
    { name: 'demo_fail', input: {}, result: { content: text('out of paper'), isError: true } },
    { name: 'web_object', input: {}, result: { content: text('{"a":1}'), structuredContent: { a: 1 } } },
    { name: 'web_list', input: {}, result: { content: text('[1,2]'), structuredContent: { data: [1, 2] } } },
    { name: 'web_text', input: {}, result: { content: text('plain') } },
    { name: 'web_image', input: {}, result: { content: [{ type: 'image', data: 'cG5n', mimeType: 'image/png' }] } },
    {
      name: 'web_binary',
      input: {},
      result: {
        content: [{ type: 'resource', resource: { uri: 'result:body', mimeType: 'application/zip', blob: 'AP8=' } }],
      },
    },
    { name: 'web_broken', input: {}, result: { content: text(expect.stringContaining('502')), isError: true } },
    { name: 'keyed_anything', input: {}, result: { content: text(expect.stringContaining('api_key')), isError: true } },
    { name: 'demo_echo', input: {}, result: { content: text(expect.stringContaining('message')), isError: true } },
    { name: 'demo_gone', input: {}, result: { content: text(expect.stringContaining('gone')), isError: true } },
  ];

  it.each(CASES)('calls $name with $input', async ({ name, input, result }) => {
    const { _meta, ...called } = await (await client(mode)).callTool({ name, arguments: input });
    expect(called).toEqual(result);
  });

  it('is told that a tool is unknown as an error of the protocol', async () => {
    const calling = (await client(mode)).callTool({ name: 'absent', arguments: {} });
    await expect(calling).rejects.toMatchObject({ code: -32_602, message: expect.stringContaining('absent') });
  });

  it('hears progress', async () => {
    const seen: object[] = [];
    const onprogress = (progress: object) => void seen.push(progress);
    await (await client(mode)).callTool({ name: 'demo_steps', arguments: {} }, { onprogress });
    expect(seen).toEqual([
      { progress: 1, total: 2, message: 'step 1' },
      { progress: 2, total: 2, message: 'step 2' },
    ]);
  });

  it('cancels the call at the upstream by leaving', async () => {
    const controller = new AbortController();
    const connected = await client(mode);
    const calling = connected.callTool({ name: 'demo_wait', arguments: {} }, { signal: controller.signal });
    const outcome = expect(calling).rejects.toBeDefined();
    await vi.waitFor(() => expect(upstream.noticed).toEqual(['started']), 5_000);
    controller.abort();
    await connected.close();
    await outcome;
    await vi.waitFor(() => expect(upstream.noticed).toEqual(['started', 'cancelled']), 5_000);
  });
});
