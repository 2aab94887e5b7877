import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { askingServer, callStateless, openAsking, waitingServer } from './askingServer.ts';
import { BOTH, openOlderClient } from './olderClient.ts';

/* A server that supports older and stateless revisions elicits in the way of the client's revision. */

const book = { name: 'asks_book', arguments: { show: 'Hamlet' } };
const seats = () => ({ action: 'accept' as const, content: { seats: 2 } });

describe('with sessions in the older revisions', async () => {
  const made: string[] = [];
  const asking = await openAsking((era) => (era === 'legacy' ? waitingServer(made) : askingServer(made)), {
    kind: 'both-sessions',
  });
  afterAll(asking.close);
  const { upstream, endpoint, worlds } = asking;
  const elsewhere = endpoint.url.replace(worlds[0].url, worlds[1].url);
  beforeEach(() => {
    made.length = 0;
    upstream.requests.length = 0;
  });
  const erasOfCalls = () =>
    upstream.requests
      .filter(({ rpc }) => rpc === 'tools/call')
      .map(({ headers }) => (headers.get('mcp-protocol-version') === '2026-07-28' ? 'modern' : 'legacy'));

  it('elicits from an older client on the stream of its call', async () => {
    const client = await openOlderClient(BOTH, seats, { endpoint, elsewhere });
    for (let time = 0; time < 2; time += 1) {
      expect(await client.callTool(book)).toMatchObject({ content: [{ text: 'booked' }] });
    }
    expect(made.map((each) => JSON.parse(each))).toEqual([seats(), seats()]);
    expect(erasOfCalls()).toEqual(['legacy', 'legacy']);
    // The session stays, with the client's elicitation capabilities.
    const opened = upstream.requests.filter(({ rpc }) => rpc === 'initialize');
    expect(opened.map(({ body }) => JSON.parse(body).params.capabilities)).toEqual([BOTH]);
    await client.close();
  });

  it('serves an older client without elicitation as usual', async () => {
    const client = await openOlderClient({}, seats, { endpoint, elsewhere });
    expect(await client.callTool({ name: 'asks_plain' })).toMatchObject({ content: [{ text: 'plainly' }] });
    expect(erasOfCalls()).toEqual(['modern']);
    await client.close();
  });

  it('elicits from a stateless client in the result', async () => {
    const first = await callStateless(endpoint, book, BOTH);
    expect(first).toMatchObject({ resultType: 'input_required' });
    const { requestState } = first;
    const answer = { ...book, requestState, inputResponses: { seats: seats() } };
    expect(await callStateless(endpoint, answer, BOTH)).toMatchObject({ content: [{ text: 'booked' }] });
    expect(erasOfCalls()).toEqual(['modern', 'modern']);
  });
});

describe('without sessions in the older revisions', async () => {
  const made: string[] = [];
  const asking = await openAsking(() => askingServer(made), { kind: 'both' });
  afterAll(asking.close);
  const { endpoint, worlds } = asking;
  const elsewhere = endpoint.url.replace(worlds[0].url, worlds[1].url);

  it('elicits from an older client, too, though the server can elicit only in the stateless revision', async () => {
    const client = await openOlderClient(BOTH, seats, { endpoint, elsewhere });
    expect(await client.callTool(book)).toMatchObject({ content: [{ text: 'booked' }] });
    expect(made).toEqual([`of Hamlet: {"seats":${JSON.stringify(seats())}}`]);
    await client.close();
  });
});
