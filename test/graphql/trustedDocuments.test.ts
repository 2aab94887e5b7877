import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENTED_LIMITS } from '../../src/core/kernel/limitClasses.ts';
import { readTrustedDocuments } from '../../src/start/graphqlDocuments.ts';
import * as dashboard from '../../web/src/gql/graphql.ts';
import { run } from '../cli/toolyard.ts';
import { eventually } from '../harness/eventually.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask, post } from './ask.ts';
import { sendTo } from './reservedStream.ts';
import { initSocket } from './socket.ts';

const SCOPES = 'query Scopes { viewer { scopes } }';
const CREATE = 'mutation Make($name: String!) { createStack(input: {name: $name}) { __typename } }';
const AUDIT = 'subscription Watch { auditEvents { action } }';
const OTHER = 'query { viewer { scopes } }';
const EVENTS = 'text/event-stream';
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

const directory = mkdtempSync(join(tmpdir(), 'toolyard-documents-'));
const file = (name: string, content: unknown): string => {
  const path = join(directory, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const MAP = file('map.json', { [digest(SCOPES)]: SCOPES, '0123456789abcdef0123456789abcdef': CREATE, watch: AUDIT });
const MANIFEST = file('manifest.json', {
  format: 'apollo-persisted-query-manifest',
  version: 1,
  operations: [{ id: digest(SCOPES), name: 'Scopes', type: 'query', body: SCOPES }],
});

let none: World;
let some: World;
let only: World;
beforeAll(async () => {
  none = await startWorld();
  some = await startWorld({ config: { graphql: { documentsFile: MAP, isTrustedOnly: false } } });
  only = await startWorld({
    limits: { ...DOCUMENTED_LIMITS, default: 100_000, stacks: 100_000, invoke: 100_000, failed_auth: 100_000 },
    config: { graphql: { documentsFile: MANIFEST, isTrustedOnly: true } },
  });
});
afterAll(async () => {
  for (const world of [none, some, only]) await world.close();
  rmSync(directory, { recursive: true });
});

const send = (world: World, body: object, headers = {}) =>
  post(world.url, world.account.apiKey, { body: JSON.stringify(body), headers });
const persisted = (text: string, version: unknown = 1) => ({ persistedQuery: { version, sha256Hash: digest(text) } });
const codeOf = ({ errors }: Awaited<ReturnType<typeof ask>>) => errors[0]?.extensions?.['code'];
const SEEN = { viewer: { scopes: expect.any(Array) } };

describe('a document named by a request', () => {
  it.each([
    ['documentId, a digest', { documentId: `sha256:${digest(SCOPES)}` }],
    ['documentId, as the file has it', { documentId: digest(SCOPES) }],
    ['what Apollo’s clients send', { extensions: persisted(SCOPES) }],
    ['the same with its name', { extensions: persisted(SCOPES), operationName: 'Scopes', variables: {}, query: null }],
  ])('is executed, by %s, as POST and GET', async (_how, body) => {
    expect((await send(some, body)).data).toEqual(SEEN);
    const parameters = Object.entries(body).flatMap(([name, value]) => {
      if (value === null) return [];
      return [[name, typeof value === 'string' ? value : JSON.stringify(value)]];
    });
    const response = await fetch(`${some.url}/graphql?${new URLSearchParams(parameters)}`, {
      headers: { authorization: `Bearer ${some.account.apiKey}` },
    });
    expect(await response.json()).toMatchObject({ data: SEEN });
  });

  it('is executed like any other, with variables and cost; a mutation never by GET', async () => {
    const body = { documentId: '0123456789abcdef0123456789abcdef', variables: { name: 'by its id' } };
    const made = await send(some, body);
    expect(made.data).toEqual({ createStack: { __typename: 'CreateStackPayload' } });
    const sent = await ask(some.url, some.account.apiKey, CREATE, { name: 'by its text' });
    expect(JSON.parse(made.text).extensions).toEqual(JSON.parse(sent.text).extensions);
    const byGet = await fetch(
      `${some.url}/graphql?documentId=${body.documentId}&variables=${encodeURIComponent('{"name":"x"}')}`,
      { headers: { authorization: `Bearer ${some.account.apiKey}` } },
    );
    expect(byGet.status).toBe(405);
  });

  it('may be a subscription', async () => {
    const response = await fetch(`${some.url}/graphql`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${some.account.apiKey}`,
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
      body: JSON.stringify({ documentId: 'watch' }),
    });
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    await response.body?.cancel();
  });

  it.each([
    ['unknown', 'sha256:unknown'],
    ['a name of every object', '__proto__'],
    ['a name of every object, too', 'constructor'],
    ['empty', ''],
  ])('is not found if the name is %s, so that clients send the text', async (_name, documentId) => {
    const answer = await send(some, { documentId });
    expect([answer.status, answer.errors[0]?.message, codeOf(answer)]).toEqual([
      200,
      'PersistedQueryNotFound',
      'PERSISTED_QUERY_NOT_FOUND',
    ]);
    const strict = await send(some, { documentId }, { accept: 'application/graphql-response+json' });
    expect(strict.status).toBe(400);
  });

  it('is not stored when sent with its digest, by which clients may register documents elsewhere', async () => {
    const registering = await send(some, { query: OTHER, extensions: persisted(OTHER) });
    expect(registering.data).toEqual(SEEN);
    expect(codeOf(await send(some, { extensions: persisted(OTHER) }))).toBe('PERSISTED_QUERY_NOT_FOUND');
  });

  it('is reported as unsupported once if the operator has configured none', async () => {
    for (const body of [{ documentId: 'x' }, { extensions: persisted(SCOPES) }]) {
      const answer = await send(none, body);
      expect([answer.errors[0]?.message, codeOf(answer)]).toEqual([
        'PersistedQueryNotSupported',
        'PERSISTED_QUERY_NOT_SUPPORTED',
      ]);
    }
  });

  it.each([
    ['another version', { extensions: persisted(SCOPES, 2) }],
    ['a number', { documentId: 7 }],
    ['a text that is none', { query: 7, documentId: digest(SCOPES) }],
  ])('must be named as documented, not by %s', async (_name, body) => {
    const answer = await send(some, body);
    expect([answer.errors.length, answer.data]).toEqual([1, undefined]);
  });
});

/** Everything that our own clients send. */
async function ownTexts(): Promise<readonly string[]> {
  const commands = readdirSync('src/cli/operations').map((name) => import(`../../src/cli/operations/${name}`));
  const values = [dashboard, ...(await Promise.all(commands))].flatMap((module) => Object.values(module));
  return values.filter((value) => value instanceof String).map(String);
}

describe('if only trusted documents are executed', () => {
  it('another document is refused in every form, without effect', async () => {
    const tries = [
      ...[OTHER, `${SCOPES} `, `${SCOPES}#`, '{ __schema { types { name } } }', CREATE, ''].map((query) => ({ query })),
      { query: OTHER, documentId: digest(SCOPES) },
      { query: OTHER, extensions: persisted(SCOPES) },
      { query: OTHER, extensions: persisted(OTHER) },
      { query: CREATE, variables: { name: 'not made' }, operationName: 'Make' },
    ];
    for (const body of tries) {
      const answer = await send(only, body);
      expect([answer.status, codeOf(answer), answer.data]).toEqual([200, 'PERSISTED_QUERY_ONLY', undefined]);
    }
    const twice = `{"query":${JSON.stringify(SCOPES)},"query":${JSON.stringify(OTHER)}}`;
    expect(codeOf(await post(only.url, only.account.apiKey, { body: twice }))).toBe('PERSISTED_QUERY_ONLY');
    const byGet = await fetch(`${only.url}/graphql?${new URLSearchParams({ query: OTHER })}`, {
      headers: { authorization: `Bearer ${only.account.apiKey}` },
    });
    expect(await byGet.json()).toMatchObject({ errors: [{ extensions: { code: 'PERSISTED_QUERY_ONLY' } }] });
    const batch = await post(only.url, only.account.apiKey, { body: JSON.stringify([{ query: OTHER }]) });
    expect([batch.status, batch.data]).toEqual([400, undefined]);
    process.stdout.write(`${tries.length + 3} ways to send a document that is not trusted\n`);
  });

  it('a subscription is refused, too, over a socket and in both modes of event streams', async () => {
    const { url, account } = only;
    const watch = { query: 'subscription Unlisted { auditEvents { id action } }' };
    const socket = await initSocket(url, account.apiKey);
    for (const payload of [watch, { ...watch, documentId: digest(SCOPES) }]) {
      socket.send({ type: 'subscribe', id: 'one', payload });
    }
    await eventually('both are answered', () => socket.messages.length === 3);
    socket.socket.terminate();
    const refused = { extensions: { code: 'PERSISTED_QUERY_ONLY' } };
    expect(socket.messages.slice(1)).toMatchObject([1, 2].map(() => ({ type: 'error', payload: [refused] })));
    const stream = sendTo(url);
    const token = await (await stream(account.apiKey, 'PUT')).text();
    const begun = await stream(account.apiKey, 'POST', { token, body: { ...watch, extensions: { operationId: '1' } } });
    expect(await begun.json()).toMatchObject({ errors: [refused] });
    const own = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.apiKey}`, 'content-type': 'application/json', accept: EVENTS },
      body: JSON.stringify(watch),
    });
    expect(await own.text()).toMatch('PERSISTED_QUERY_ONLY');
  });

  it('documents of the file run, by name and as text, and a refusal costs a request', async () => {
    expect((await send(only, { documentId: digest(SCOPES) })).data).toEqual(SEEN);
    expect((await ask(only.url, only.account.apiKey, SCOPES)).data).toEqual(SEEN);
    const { text } = await ask(only.url, only.account.apiKey, OTHER);
    expect(JSON.parse(text).extensions.cost.rateLimits).toMatchObject([{ limitName: 'default', charged: 1 }]);
  });

  it('the dashboard and the command line keep working', async () => {
    const texts = (await ownTexts()).filter((text) => /^\s*(query|mutation|subscription)\b/.test(text));
    const answers = await Promise.all(texts.map((text) => ask(only.url, only.account.apiKey, text)));
    expect(answers.map(codeOf).filter((code) => code === 'PERSISTED_QUERY_ONLY')).toEqual([]);
    process.stdout.write(`${texts.length} documents of our own clients are executed\n`);
    expect(texts.length).toBeGreaterThan(150);
    const env = { TOOLYARD_URL: only.url, TOOLYARD_API_KEY: only.account.apiKey };
    expect(await run(['stack', 'list'], env)).toMatchObject({ code: 0 });
  });

  it('a caller who isn’t signed in learns nothing else', async () => {
    const statuses = [OTHER, '{ signInOptions { __typename } }'].map(
      async (text) => (await ask(only.url, null, text)).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 401]);
  });
});

describe('the file', () => {
  const read = (documentsFile: string) => readTrustedDocuments({ documentsFile, isTrustedOnly: false });

  it.each([
    ['is missing', join(directory, 'nowhere.json'), 'cannot be read'],
    ['is no JSON', file('text.json', 'query { a }'), 'cannot be read as JSON'],
    ['is a list', file('list.json', [SCOPES]), 'has no documents'],
    ['has a document that is no text', file('deep.json', { a: { query: SCOPES } }), 'has no documents'],
    ['is a manifest without texts', file('empty.json', { operations: [{ id: 'a' }] }), 'has no documents'],
    ['is too large', file('large.json', ' '.repeat(16 * 1_048_576 + 1)), 'is larger than'],
  ])('that %s stops the start with a clear message', async (_name, path, problem) => {
    await expect(read(path)).rejects.toThrow(new RegExp(`^TOOLYARD_GRAPHQL_DOCUMENTS: .*${problem}`));
  });
});
