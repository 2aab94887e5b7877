import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setCredentials } from '../../../src/core/credentials/credential.ts';
import { toServerId, toToolId } from '../../../src/core/kernel/ids.ts';
import { storedObjectOrNull } from '../../../src/core/lib/storedJson.ts';
import { importServer, previewServer } from '../../../src/core/marketplace/importServer.ts';
import { refreshServerTools } from '../../../src/core/marketplace/refreshTools.ts';
import { acceptToolChanges } from '../../../src/core/reviews/toolChange.ts';
import { selectionIn } from '../../../src/core/servers/toolRequest.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { storeFile } from '../../core/files/storeFile.ts';
import { startWorld } from '../../harness/world.ts';
import { KEY, LIBRARY, startLibrary } from './library.ts';

const library = await startLibrary();
const world = await startWorld({ egressAllow: '127.0.0.1/32' });
const { ctx, apiKey } = world.account;
const { db } = world.operator;
const id = toServerId('library');
const headers = [{ name: 'Authorization', value: `Bearer ${KEY}` }];
const { id: stackId } = await createStack(ctx, { name: 'books' });
afterAll(async () => {
  await world.close();
  library.close();
});

async function invoke(tool: string, input: object, query = '') {
  const response = await fetch(`${world.url}/v1/stacks/${stackId}/tools/library_${tool}/invoke${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tool_input: input }),
  });
  return { status: response.status, body: await response.json() };
}

const sorted = ({ document, warnings }: Awaited<ReturnType<typeof previewServer>>) => ({ document, warnings });

describe('a GraphQL API', () => {
  beforeAll(async () => {
    const input = { source: { graphql: { url: library.url, headers } }, id };
    await importServer(ctx, input);
    await addServerToStack(ctx, stackId, { serverId: id, enableAllTools: true });
    await setCredentials(ctx, stackId, id, { credentials: { authorization: KEY } });
  });

  it('is imported from its address, its schema and its introspection result alike', async () => {
    const [fetched, read] = await Promise.all(
      [
        { url: library.url, headers },
        { text: LIBRARY, baseUrl: library.url, headers },
      ].map((graphql) => previewServer(ctx, { source: { graphql }, id })),
    );
    expect(fetched && sorted(fetched)).toEqual(read && sorted(read));
    expect(JSON.stringify(fetched?.document)).not.toContain(KEY);
    expect(fetched?.document.tools.map(({ name }) => name)).toEqual([
      ...['book', 'books', 'search', 'count', 'refused', 'odd'],
      ...['addBook', 'deleteBook', 'putFiles', 'book_mutation'],
    ]);
    expect(fetched?.warnings).toEqual([expect.objectContaining({ tool: 'bookAdded' })]);
  });

  it('answers queries with their variables', async () => {
    const { status, body } = await invoke('book', { id: 'b7' });
    expect([status, body.result.data.book]).toEqual([
      200,
      {
        ...{ id: 'b7', title: 'One', shelf: 'top', author: { id: 'a1', name: 'Ann' } },
        reviews: { pageInfo: { hasNextPage: true, endCursor: 'c1' }, edges: [{ node: { id: 'r1', stars: 5 } }] },
      },
    ]);
    const listed = await invoke('books', { first: 1, where: { not: { anyOf: [{ title: 'x' }] } } });
    expect(listed.body.result.data.books).toMatchObject({ totalCount: 2, nodes: [{ title: 'TITLE' }] });
    const answer = await invoke('search', { text: 'x' });
    expect(answer.body.result.data.search).toMatchObject([
      { __typename: 'Book', title: 'One' },
      { __typename: 'Author', name: 'Ann' },
    ]);
  });

  it('keeps partial data with its errors, and fails without data', async () => {
    const partial = await invoke('book', { id: 'b2' });
    expect(partial.body.result).toMatchObject({
      data: { book: { id: 'b2', shelf: null } },
      errors: [{ message: 'The shelf is being moved', path: ['book', 'shelf'] }],
    });
    expect(partial.status).toBe(200);
    const gone = await invoke('book', { id: 'gone' });
    expect([gone.status, gone.body.detail]).toEqual([500, expect.stringContaining('There is no book gone')]);
    const refused = await invoke('refused', {});
    expect(refused.body.detail).toContain('Counting is closed for');
    expect(JSON.stringify(refused.body)).not.toContain(KEY);
  });

  it('sends files as multipart requests, given as base64 or as handles', async () => {
    const content = Buffer.from('cover').toString('base64');
    const one = await invoke('addBook', { book: { title: 'New' } });
    expect(one.body.result.data.addBook.title).toBe('New 1 none');
    expect(library.received.at(-1)).toBe('application/json');
    const file = { content, filename: 'c.txt', content_type: 'text/plain' };
    const two = await invoke('addBook', { book: { title: 'New', cover: file } });
    expect(two.body.result.data.addBook.title).toBe('New 1 c.txt text/plain cover');
    const stored = await storeFile(ctx, { accountId: world.account.id, stackId }, 'kept');
    const three = await invoke('putFiles', {
      ...{ id: 'b1', file: { $file: `toolyard://file/${stored.id}` } },
      more: [content, file],
    });
    expect(three.body.result.data.putFiles).toMatch(/kept, .* cover, c\.txt text\/plain cover$/);
    expect(library.received.at(-1)).toBe('multipart/form-data');
  });

  it('previews a call and refuses an input before anything is sent', async () => {
    const sent = library.received.length;
    const dry = await invoke('deleteBook', { id: 'b1' }, '?dry_run=true');
    expect(JSON.stringify(dry.body)).toContain('mutation deleteBook($id: ID!)');
    expect((await invoke('book', { id: 7 })).status).toBe(400);
    expect((await invoke('book', {})).status).toBe(400);
    expect(library.received).toHaveLength(sent);
  });

  it('describes what its tools do', async () => {
    const { document } = await previewServer(ctx, { source: { graphql: { url: library.url, headers } }, id });
    const { tools } = document;
    const hints = Object.fromEntries(
      tools.map(({ name, annotations }) => [name, [annotations?.['readOnlyHint'], annotations?.['destructiveHint']]]),
    );
    expect(hints).toMatchObject({ book: [true, false], addBook: [false, false], deleteBook: [false, true] });
    expect(tools.find(({ name }) => name === 'odd')?.description).toMatch(/^Deprecated: Use count\./);
    const inputSchema = tools.find(({ name }) => name === 'books')?.inputSchema;
    expect(inputSchema).toMatchObject({
      properties: { order: { enum: ['TITLE', 'ADDED'], default: 'TITLE' }, first: { type: ['integer', 'null'] } },
      $defs: { Condition: { properties: { addedAfter: { format: 'date-time' } } } },
    });
    expect(inputSchema).not.toHaveProperty('required');
  });

  it('is read again with the credentials of a stack', async () => {
    const { warnings, isChanged } = await refreshServerTools(ctx, stackId, id);
    expect([isChanged, warnings.map(({ tool }) => tool)]).toEqual([false, ['bookAdded']]);
  });

  it('selects other fields until its default ones are restored', async () => {
    const select = (selection: string | null, tool = 'book') =>
      refreshServerTools(ctx, stackId, id, { selections: { [tool]: selection } });
    const toolOf = () => db.tool.findFirstOrThrow({ where: { toolId: toToolId(`${id}_book`) } });
    const queryOf = async () => String(storedObjectOrNull((await toolOf()).request)?.['query']);
    const byDefault = await queryOf();
    const fields = selectionIn(byDefault);
    expect(byDefault).toContain(`book(id: $id) ${fields}`);
    await select('{ title, id }');
    expect(await queryOf()).toBe('query book($id: ID!) { book(id: $id) {title id} }');
    const { digest } = await db.server.findFirstOrThrow({ where: { slug: id }, select: { digest: true } });
    await acceptToolChanges(ctx, id, { digest });
    expect((await invoke('book', { id: 'b1' })).body.result.data.book).toEqual({ title: expect.any(String), id: 'b1' });
    await refreshServerTools(ctx, stackId, id);
    expect(selectionIn(await queryOf())).toBe('{title id}');
    const refused: readonly (readonly [string, RegExp])[] = [
      ['{ nothing }', /Cannot query field "nothing"/],
      ['{ id', /Syntax Error/],
      ['id', /Syntax Error/],
      ['{ id } } mutation { deleteBook(id: "b1") { id }', /Syntax Error/],
      ['{ id } mutation x { deleteBook(id: "b1") { id } }', /not a list of fields/],
      ['mutation { deleteBook(id: "b1") { id } }', /not a list of fields/],
      ['fragment f on Book { id }', /not a list of fields/],
      ['{ ...f }', /Unknown fragment/],
      ['{ id(x: $other) }', /Unknown argument|not defined/],
      [`{ ${'id '.repeat(3_000)} }`, /Document contains more/],
    ];
    for (const [selection, problem] of refused) await expect(select(selection)).rejects.toThrow(problem);
    process.stdout.write(`${refused.length} selections refused\n`);
    await expect(select('{ id }', 'nothing')).rejects.toThrow(/no tool named nothing/);
    expect(selectionIn(await queryOf())).toBe('{title id}');
    await select(null);
    expect(await queryOf()).toBe(byDefault);
  });

  it('explains why an import fails', async () => {
    const failed = (graphql: object) => expect(previewServer(ctx, { source: { graphql }, id })).rejects;
    await failed({ url: library.url }).toThrow(/cannot be listed: the upstream refused the call \(401\)/);
    await failed({ text: LIBRARY }).toThrow(/Invalid import/);
    await failed({ text: 'type Query {', baseUrl: library.url }).toThrow(/GraphQL schema cannot be read/);
    await failed({ text: 'type Book { id: ID }', baseUrl: library.url }).toThrow(/no queries or mutations/);
    await failed({ text: '{"name":"x","remotes":[]}', baseUrl: library.url }).toThrow(
      /is a server\.json of the MCP registry, not a GraphQL schema/,
    );
  });
});

it('is the API of another Toolyard', async () => {
  const server = toServerId('toolyard');
  const key = [{ name: 'Authorization', value: `Bearer ${apiKey}` }];
  const input = { source: { graphql: { url: `${world.url}/graphql`, headers: key } }, id: server };
  await importServer(ctx, input);
  await addServerToStack(ctx, stackId, { serverId: server, enabledTools: ['toolyard_stacks'] });
  await setCredentials(ctx, stackId, server, { credentials: { authorization: apiKey } });
  const response = await fetch(`${world.url}/v1/stacks/${stackId}/tools/toolyard_stacks/invoke`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tool_input: { first: 5 } }),
  });
  expect(await response.json()).toMatchObject({ result: { data: { stacks: { nodes: [{ name: 'books' }] } } } });
});
