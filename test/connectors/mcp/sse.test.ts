import { describe, expect, it } from 'vitest';
import { EventTooLarge, eventsOf, type ServerSentEvent } from '../../../src/connectors/mcp/sse.ts';

const MAX = 100;

async function* inPieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length);
}

async function read(text: string, length = text.length): Promise<readonly ServerSentEvent[]> {
  const events: ServerSentEvent[] = [];
  for await (const event of eventsOf(inPieces(Buffer.from(text), length || 1), MAX)) events.push(event);
  return events;
}

const event = (data: string, lastEventId: string | null = null): ServerSentEvent => ({ data, lastEventId });

const STREAMS: readonly (readonly [label: string, stream: string, events: readonly ServerSentEvent[]])[] = [
  ['nothing', '', []],
  ['an event', 'data: one\n\n', [event('one')]],
  ['one without a space', 'data:one\n\n', [event('one')]],
  ['one with two spaces', 'data:  one\n\n', [event(' one')]],
  ['several lines of data', 'data: one\ndata\ndata: two\n\n', [event('one\n\ntwo')]],
  ['characters of several bytes', 'data: größe 🎈\n\n', [event('größe 🎈')]],
  ['lines that end in CR LF', 'data: one\r\n\r\ndata: two\r\n\r\n', [event('one'), event('two')]],
  ['lines that end in CR', 'data: one\r\rdata: two\r\r\n', [event('one'), event('two')]],
  ['a byte order mark', '\ufeffdata: one\n\n', [event('one')]],
  ['comments and fields of others', ': hello\nevent: message\nfoo: bar\nretry: x\ndata: one\n\n', [event('one')]],
  ['an id, which stays', 'id: 1\ndata: one\n\ndata: two\n\n', [event('one', '1'), event('two', '1')]],
  ['an id without data to resume from', 'id: 1\ndata:\n\n', [event('', '1')]],
  [
    'an id that cannot stand in a header',
    'id: 1\ndata: one\n\nid: \0\ndata: two\n\n',
    [event('one', '1'), event('two', '1')],
  ],
  ['blank lines', `${'\n'.repeat(MAX * 2)}data: one\n\n`, [event('one')]],
  ['an event that does not end', 'data: one\n\ndata: two\n', [event('one')]],
  ['data of exactly the bound', `data:${'x'.repeat(MAX - 'data:'.length)}\n\n`, [event('x'.repeat(MAX - 5))]],
];

describe('a stream of events', () => {
  it.each(STREAMS)('is parsed: %s', async (_name, stream, events) => {
    expect(await read(stream)).toEqual(events);
    expect(await read(stream, 1)).toEqual(events);
  });

  it.each([
    ['a line', `data: ${'x'.repeat(MAX)}`],
    ['data of many lines', `data: ${'x'.repeat(MAX / 2)}\n`.repeat(3)],
    ['a line without a field', 'x'.repeat(MAX + 1)],
  ])('ends at the limit: %s', async (_name, stream) => {
    await expect(read(stream, 7)).rejects.toThrow(EventTooLarge);
  });

  it('says how long to wait before a reconnect', async () => {
    const reported: number[] = [];
    const stream = 'retry: 500\nid: 1\ndata:\n\nretry: soon\nretry: 2\ndata: one\n\n';
    for await (const _event of eventsOf(inPieces(Buffer.from(stream), 3), MAX, (ms) => reported.push(ms)));
    expect(reported).toEqual([500, 2]);
  });

  it('delivers the data before the limit', async () => {
    const seen: ServerSentEvent[] = [];
    const bytes = Buffer.from(`data: one\n\ndata: ${'x'.repeat(MAX)}`);
    const reading = async () => {
      for await (const each of eventsOf(inPieces(bytes, bytes.length), MAX)) seen.push(each);
    };
    await expect(reading()).rejects.toThrow(EventTooLarge);
    expect(seen).toEqual([event('one')]);
  });

  // The parser alone needs seconds for the first case, and a reader that makes an event of every blank line needs
  // seconds for both.
  it.each(['\r', '\n'])('is cheap to parse, whatever its line ends: %j', async (end) => {
    const bytes = Buffer.from(end.repeat(2 ** 20));
    const before = process.cpuUsage();
    for await (const each of eventsOf(inPieces(bytes, 2 ** 16), MAX)) expect(each).toBeNull();
    const { user } = process.cpuUsage(before);
    expect(user / 1_000).toBeLessThan(400);
  });
});
