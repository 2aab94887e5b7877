import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importOpenApi } from '../../../src/connectors/openapi/readTools.ts';
import type { JsonObject } from '../../../src/core/lib/json.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { startApiWorld } from '../../harness/apiWorld.ts';
import type { RecordedRequest } from '../../harness/petshop.ts';
import { someOf } from '../../harness/wholeTables.ts';
import { BODY_CASES } from './bodyCases.ts';
import { type Arrived, OPENAPI_3_CASES, type RequestCase } from './requestCases.ts';
import { SWAGGER_CASES } from './swaggerCases.ts';

const REQUEST_CASES = [...OPENAPI_3_CASES, ...BODY_CASES, ...SWAGGER_CASES];

const opened = await startApiWorld();
const { api, world } = opened;
afterAll(() => opened.close());

const VERSIONS = ['2.0', '3.0.3', '3.1.0'] as const;
const serverOf = (version: string): string => `table-${version.replaceAll('.', '')}`;
let stackId = '';

function documentOf(version: RequestCase['version']): Record<string, unknown> {
  const cases = REQUEST_CASES.map((each, at) => [each, at] as const).filter(([each]) => each.version === version);
  const paths = Object.fromEntries(
    cases.map(([{ path = '', operation }, at]) => [
      `/t${at}${path}`,
      { post: { operationId: `t${at}`, ...operation } },
    ]),
  );
  const { host } = new URL(api.url);
  const where = version === '2.0' ? { swagger: '2.0', host, schemes: ['http'] } : { openapi: version, servers: [api] };
  return { ...where, info: { title: version, version: '1' }, paths };
}

beforeAll(async () => {
  const stack = await createStack(world.account.ctx, { name: 'table' });
  stackId = stack.id;
  for (const version of VERSIONS) {
    const document = JSON.parse(
      JSON.stringify(documentOf(version), (key, value) => (key === 'last' ? undefined : value)),
    );
    const { document: server, warnings } = importOpenApi(document, { id: serverOf(version) });
    expect(warnings).toEqual([]);
    await world.saveServer(server);
    await addServerToStack(world.account.ctx, stack.id, { serverId: serverOf(version), enableAllTools: true });
  }
});

async function send(tool: string, input: JsonObject) {
  const response = await fetch(`${world.url}/v1/stacks/${stackId}/tools/${tool}/invoke`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.account.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tool_input: input }),
  });
  const issues: unknown = JSON.parse(response.headers.get('x-validation-errors') ?? '[]');
  return { status: response.status, text: await response.text(), issues };
}

/** The parts of a multipart body, each with its name and bytes. */
async function partsOf({ headers, body }: RecordedRequest): Promise<string> {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': `${headers['content-type']}` },
  }).formData();
  const parts = [...form.entries()].map(async ([name, value]) => `part ${name}: ${await new Response(value).text()}`);
  return (await Promise.all(parts)).join(' ');
}

/** The parts of the request that `expected` names. */
async function arrived(request: RecordedRequest, at: number, expected: Arrived): Promise<Arrived> {
  const [path = '', query] = request.target.split(/\?(.*)/s);
  const type = request.headers['content-type'];
  const body = type?.startsWith('multipart/') ? await partsOf(request) : request.body.toString('utf8');
  return {
    ...('path' in expected && { path: path.slice(`/t${at}`.length) }),
    ...('query' in expected && { query: query ?? '' }),
    ...(expected.header && { header: [expected.header[0], String(request.headers[expected.header[0]])] }),
    ...('body' in expected && { body }),
    ...('type' in expected && { type: type ?? '' }),
  };
}

describe(`a call of an OpenAPI operation, ${REQUEST_CASES.length} cases`, () => {
  it.each(
    someOf(
      REQUEST_CASES.map((each, at) => ({ ...each, at })),
      25,
    ),
  )('$label', async ({ version, input, expected, at }) => {
    const { status, text } = await send(`${serverOf(version)}_t${at}`, input);
    expect(status, text).toBe(200);
    expect(await arrived(api.last(), at, expected)).toEqual(expected);
  });
});

const at = (label: string): number => REQUEST_CASES.findIndex((each) => each.label.startsWith(label));

describe('refuses an input that no request can carry before sending anything', () => {
  const [path, header] = ['path', 'header'].map((place) => `3.1.0 {"name":"p","in":"${place}","required":true`);
  const climbs = 'Input "p" cannot be used in the path';
  it.each([
    ['a path that climbs', path, { p: '..' }, { path: '/p', message: climbs }],
    ['nothing in a path', path, { p: '' }, { path: '/p', message: climbs }],
    ['a path that climbs within', '3.1.0 the address /{+p}/end', { p: 'a/../b' }, { path: '/p', message: climbs }],
    [
      'a header that ends',
      header,
      { p: 'a\r\nb' },
      { path: '/p', message: 'The value for header "p" has characters that a header cannot hold' },
    ],
    [
      'no base64',
      '3.1.0 application/octet-stream',
      { body: 'no!' },
      { path: '/body', message: 'Input "body" must be base64' },
    ],
  ])('%s', async (_name, label = '', input, issue) => {
    const before = api.requests.length;
    const { status, issues } = await send(`${serverOf('3.1.0')}_t${at(label)}`, input);
    expect({ status, issues }).toEqual({ status: 400, issues: [issue] });
    expect(api.requests).toHaveLength(before);
  });
});
