import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageRequest, problemOf, readerOf, someone } from './kit.ts';
import { entry, registryPage } from './page.ts';
import { type StandInRegistry, startRegistry } from './standIn.ts';

let registry: StandInRegistry;
beforeAll(async () => {
  registry = await startRegistry(registryPage);
});
afterAll(() => registry.close());

const json =
  (body: unknown, status = 200) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const text = (body: string) => (response: ServerResponse) => void response.writeHead(200).end(body);
const list = (servers: unknown, metadata: unknown = {}) => json({ servers, metadata });
const endless = (piece: string) => (response: ServerResponse) => {
  response.writeHead(200);
  const more = (): void => {
    if (!response.destroyed && response.write(piece)) setImmediate(more);
    else response.once('drain', more);
  };
  more();
};

const UNREADABLE = 'unavailable: The registry cannot be read: ';
const NO_LIST = `${UNREADABLE}it does not answer with a list of servers`;
const NO_OBJECT = `${UNREADABLE}it does not answer with a JSON object`;

/** A registry's possible responses to a list request, and the results. */
const MISDEEDS: Readonly<Record<string, readonly [(response: ServerResponse) => void, string | RegExp]>> = {
  'a fault': [json({ error: 'oops' }, 500), `${UNREADABLE}it answers with status 500`],
  'too many requests': [json({}, 429), `${UNREADABLE}it answers with status 429`],
  'no such page': [json({}, 404), NO_LIST],
  'a refusal': [json({}, 422), 'invalid_input: The registry rejected the request with status 422'],
  'a sign-in': [json({}, 401), `${UNREADABLE}it answers with status 401`],
  'a redirect elsewhere': [
    (response) => void response.writeHead(302, { location: 'http://10.0.0.1/v0.1/servers' }).end(),
    /^unavailable: The registry cannot be read: .*redirect/i,
  ],
  'a redirect in a circle': [
    (response) => void response.writeHead(302, { location: '/v0.1/servers?again' }).end(),
    /^unavailable: The registry cannot be read: /,
  ],
  'a web page': [text('<!doctype html><title>Registry</title>'), NO_OBJECT],
  nothing: [text(''), NO_OBJECT],
  'a list alone': [json([]), NO_OBJECT],
  null: [json(null), NO_OBJECT],
  'half of it': [text('{"servers":[{"server":'), NO_OBJECT],
  'no servers': [json({ metadata: {} }), NO_LIST],
  'an object of servers': [list({ 0: entry({ name: 'a/b' }) }), NO_LIST],
  'a million brackets': [text('['.repeat(1_000_000)), NO_OBJECT],
  'three megabytes': [text(`{"servers":[],"x":"${'x'.repeat(3 * 1_048_576)}"}`), /larger than 2097152 bytes/],
  'no end': [endless(' '.repeat(65_536)), /larger than 2097152 bytes/],
  'an end of the connection': [
    (response) => void response.writeHead(200).write('{', () => response.destroy()),
    /^unavailable: The registry cannot be read: /,
  ],
  silence: [() => undefined, /^unavailable: The registry cannot be read: /],
  'a beginning and silence': [
    (response) => void response.writeHead(200).write('{"servers":'),
    /^unavailable: The registry cannot be read: /,
  ],
};

/** Time limits for these; the others end by their own response, however slow the machine is. */
const SILENT: Readonly<Record<string, number>> = { silence: 300, 'a beginning and silence': 300 };

describe('a hostile registry', () => {
  it(`causes an error that describes the problem: ${Object.keys(MISDEEDS).length} misbehaviors`, async () => {
    for (const [name, [misdeed, problem]] of Object.entries(MISDEEDS)) {
      const reader = readerOf(registry, SILENT[name]);
      registry.misbehave((_request, response) => {
        misdeed(response);
        return true;
      });
      expect(await problemOf(reader.page(pageRequest(), someone())), name).toEqual(
        typeof problem === 'string' ? problem : expect.stringMatching(problem),
      );
      // A request for a single entry reports the same problem.
      expect(await problemOf(reader.entry('io.example/echo', 'latest', someone())), name).toEqual(
        name === 'no such page' ? null : expect.stringMatching(/^(unavailable|invalid_input): The registry /),
      );
      registry.misbehave(null);
      await reader.close();
    }
  });

  it('causes an error if it returns another entry than requested', async () => {
    const reader = readerOf(registry);
    registry.misbehave((_request, response) => {
      json(entry({ name: 'io.example/other' }))(response);
      return true;
    });
    expect(await problemOf(reader.entry('io.example/echo', 'latest', someone()))).toBe(
      `${UNREADABLE}it returned something other than the entry`,
    );
    registry.misbehave(null);
    await reader.close();
  });

  it('may return entries of any shape: invalid ones are counted, invalid parts omitted', async () => {
    const wrong = [
      null,
      'text',
      {},
      { server: [] },
      entry({ name: 'no-namespace' }),
      entry({ name: 'a/b/c' }),
      entry({ name: 'a/<b>' }),
      entry({ name: `a/${'b'.repeat(200)}` }),
      entry({ name: 'a/b', version: '' }),
      entry({ name: 'a/b', version: '1 0' }),
      entry({ name: 'a/b', version: 1 }),
    ];
    const odd = entry(
      {
        name: 'a/odd',
        title: `Pay\u202epal${'l'.repeat(200)}`,
        description: { toString: 'x' },
        websiteUrl: 'javascript:alert(1)',
        repository: { url: 'https://user:password@example.com' },
        remotes: [
          { type: 'sse' },
          null,
          ...Array.from({ length: 40 }, () => ({ type: 'sse', url: 'https://a.example' })),
        ],
        packages: 'none',
      },
      { status: 'excellent', updatedAt: 'yesterday' },
    );
    const once = entry({ name: 'a/twice', description: 'One\u0000\u200btwo', remotes: [] });
    const reader = readerOf(registry);
    registry.misbehave((_request, response) => {
      list([...wrong, odd, once, once])(response);
      return true;
    });
    const { entries, unreadCount, nextCursor } = await reader.page(pageRequest(), someone());
    registry.misbehave(null);
    expect({ unreadCount, nextCursor }).toEqual({ unreadCount: wrong.length + 1, nextCursor: null });
    expect(entries).toEqual([
      {
        name: 'a/odd',
        title: `Pay pal${'l'.repeat(93)}…`,
        description: '',
        version: '1.0.0',
        status: null,
        updatedAt: null,
        website: null,
        repository: null,
        remotes: Array.from({ length: 14 }, () => ({ type: 'sse', url: 'https://a.example' })),
        packages: [],
        way: { kind: 'none', reason: expect.stringMatching(/^Not a registry server document: /) },
        documentUrl: `${registry.url}/v0.1/servers/a%2Fodd/versions/1.0.0`,
      },
      expect.objectContaining({ name: 'a/twice', description: 'One two' }),
    ]);
    await reader.close();
  });

  it('can’t make a page longer, or continue forever', async () => {
    const many = Array.from({ length: 5_000 }, (_, at) => ({ server: { name: `a/${at}`, version: '1' } }));
    const cursors: Readonly<Record<string, readonly [unknown, string | null]>> = {
      'the same again': ['here', null],
      'no text': [{}, null],
      empty: ['', null],
      'too long': ['c'.repeat(1_025), null],
      another: ['there & more', 'there & more'],
    };
    for (const [name, [cursor, next]] of Object.entries(cursors)) {
      const reader = readerOf(registry);
      registry.misbehave((_request, response) => {
        list(many, { nextCursor: cursor })(response);
        return true;
      });
      const page = await reader.page(pageRequest({ cursor: 'here' }), someone());
      expect([page.entries.length, page.nextCursor], name).toEqual([100, next]);
      registry.misbehave(null);
      await reader.close();
    }
  });
});
