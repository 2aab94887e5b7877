import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/lib/json.ts';
import { compileInputValidator } from '../../src/core/schemas/validate.ts';
import type { ServerDocument, ToolDocument } from '../../src/core/servers/document.ts';
import { someOf } from '../harness/wholeTables.ts';
import { sampleInput } from './sample.ts';
import { CATALOGUE_IDS, isHttpApi, readDocument, type Seen, startStandIn } from './standIn.ts';

const standIn = await startStandIn();
afterAll(() => standIn.close());

const asJson = (value: object): JsonObject => JSON.parse(JSON.stringify(value));
const DOCUMENTS = CATALOGUE_IDS.map(readDocument).filter(isHttpApi);

// As long as a real value, so that it occurs nowhere by chance; a sender must be an email address.
const secretOf = (id: string): string => `value@${id.replaceAll('_', '-')}.example`;
const valuesOf = ({ credentials }: ServerDocument): Record<string, string> =>
  Object.fromEntries(credentials.map(({ id }) => [id, secretOf(id)]));

const OURS = new Set(['host', 'connection', 'user-agent', 'accept-encoding', 'content-length', 'accept-language']);

/** The request that a service would receive, without the parts that vary between runs. */
function recordOf({ line, headers, body }: Seen) {
  const own = Object.entries(headers).filter(([name]) => !OURS.has(name) && !name.startsWith('sec-'));
  const isJson = headers['content-type']?.startsWith('application/json') === true;
  // An e-mail message is base64 of a text with a random boundary; requests.test.ts decodes it.
  const hidden = body.replace(/"raw":"[^"]+"/, '"raw":"…"');
  const sent = isJson ? JSON.parse(hidden) : body.replaceAll(/-{4,}\w*[0-9a-f-]{12,}/gi, '--boundary');
  const plain = own.map(([name, value]) => [name, String(value).replace(/boundary=.*/, 'boundary=…')]);
  return { request: line, headers: Object.fromEntries(plain), ...(body !== '' && { body: sent }) };
}

/** The complete outgoing request, including its decoded base64. */
function textsOf(seen: Seen | undefined): string {
  const all = JSON.stringify(seen ?? {});
  const encoded = [...all.matchAll(/Basic ([A-Za-z0-9+/=]+)/g)].map(([, part = '']) => Buffer.from(part, 'base64'));
  return decodeURIComponent(`${all}${encoded.join('')}`.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'));
}

const hostOf = ({ connector }: ServerDocument): string =>
  'baseUrl' in connector ? (/^https:\/\/[^/]+/.exec(connector.baseUrl)?.[0] ?? '') : '';

/** The fields whose values a call must send. */
const sentFields = (document: ServerDocument): readonly string[] =>
  document.credentials
    .filter(({ required, description }) => required && !/sent with no call/.test(description))
    .map(({ id }) => id)
    .filter((id) => !hostOf(document).includes(`{${id}}`));

async function request(document: ServerDocument, tool: ToolDocument): Promise<Seen | undefined> {
  standIn.state.seen = [];
  const input = asJson(sampleInput(tool.inputSchema));
  expect(compileInputValidator(asJson(tool.inputSchema))(input), `${tool.name}: the input`).toStrictEqual([]);
  const outcome = await standIn.call({ document, tool, input, values: valuesOf(document) });
  expect(outcome, tool.name).toMatchObject({ kind: 'ok' });
  expect(standIn.state.seen, tool.name).toHaveLength(1);
  return standIn.state.seen[0];
}

/** True if a tool sends a field that other tools of its server send. */
const isSentBy = ({ request }: ToolDocument, id: string): boolean => request?.sends?.includes(id) !== false;

describe.each(someOf(DOCUMENTS, 6))('every tool of $name', (document) => {
  it('sends the recorded request with every credential', async () => {
    const records: Record<string, unknown> = {};
    for (const tool of document.tools) {
      const seen = await request(document, tool);
      if (seen) records[tool.name] = recordOf(seen);
      const named = tool.request?.credentials?.[0] ?? [];
      for (const id of [...sentFields(document).filter((each) => isSentBy(tool, each)), ...named]) {
        expect(textsOf(seen), `${tool.name}: ${id}`).toContain(secretOf(id));
      }
      expect(seen?.line, tool.name).not.toMatch(/[{}]/);
    }
    const lines = Object.entries(records).map(
      ([name, record]) => `  ${JSON.stringify(name)}: ${JSON.stringify(record)}`,
    );
    await expect(`{\n${lines.join(',\n')}\n}\n`).toMatchFileSnapshot(`recorded/${document.id}.json`);
  });
});
