import { expect, it } from 'vitest';
import type { DiscoveredTool } from '../../../src/core/calls/connector.ts';
import { withTools } from '../../../src/core/marketplace/discovered.ts';
import { serverDocumentSchema } from '../../../src/core/servers/document.ts';

/* Agents see a server's stored tool descriptions, so these must not contain the credential used to read them. */

const SECRET = 'canary-7d1e/90+aa';
const NOTATIONS: readonly ((text: string) => string)[] = [
  (text) => text,
  encodeURIComponent,
  (text) => Buffer.from(text).toString('base64'),
  (text) => Buffer.from(`x${text}`).toString('base64url'),
  (text) => Buffer.from(text).toString('hex').toUpperCase(),
  (text) => [...text].map((char) => `&#${char.charCodeAt(0)};`).join(''),
  (text) => JSON.stringify({ text }),
];

const PLAIN: DiscoveredTool = { name: 'plain', description: '', inputSchema: { type: 'object' } };
const PLACES: Readonly<Record<string, (text: string) => DiscoveredTool>> = {
  name: (text) => ({ ...PLAIN, name: text }),
  title: (title) => ({ ...PLAIN, title }),
  description: (description) => ({ ...PLAIN, description }),
  'description of an input': (description) => ({
    ...PLAIN,
    inputSchema: { type: 'object', properties: { a: { type: 'string', description } } },
  }),
  'name of an input': (text) => ({ ...PLAIN, inputSchema: { type: 'object', properties: { [text]: {} } } }),
  'default of an input': (text) => ({
    ...PLAIN,
    inputSchema: { type: 'object', properties: { a: { default: text } } },
  }),
  'values of an input': (text) => ({ ...PLAIN, inputSchema: { type: 'object', properties: { a: { enum: [text] } } } }),
  'output schema': (text) => ({ ...PLAIN, outputSchema: { type: 'object', description: text } }),
  annotations: (text) => ({ ...PLAIN, annotations: { title: text, icons: [{ src: `https://x.example/?k=${text}` }] } }),
};

const CASES = Object.entries(PLACES).flatMap(([place, toolOf]) =>
  NOTATIONS.map((spell, at) => ({ place, at, secret: spell(SECRET), tool: toolOf(`a ${spell(SECRET)} b`) })),
);

const document = serverDocumentSchema.parse({
  id: 'echo',
  name: 'Echo',
  credentials: [
    { id: 'token', name: 'Token', required: true },
    { id: 'region', name: 'Region', required: false, secret: false },
  ],
  connector: { kind: 'mcp-http', url: 'https://echo.example/mcp' },
});
const asking = { accountId: null, signal: new AbortController().signal };
const credentials = [
  { fieldId: 'token', value: SECRET },
  { fieldId: 'region', value: 'europe-west' },
];

it(`removes credentials from a server’s tool list (${CASES.length} cases)`, async () => {
  const wrong: string[] = [];
  for (const { place, at, secret, tool } of CASES) {
    const imported = JSON.stringify(
      await withTools(document, { tools: [tool], instructions: null, credentials }, asking),
    );
    if (!imported.includes('redacted') || imported.includes(JSON.stringify(secret).slice(1, -1)))
      wrong.push(`${place} ${at}`);
  }
  expect(wrong).toEqual([]);
});

it('keeps other text', async () => {
  const tool = { ...PLAIN, description: 'For europe-west' };
  expect(
    (await withTools(document, { tools: [tool], instructions: null, credentials }, asking)).document.tools,
  ).toEqual([tool]);
});

const LONG = 'x'.repeat(8_193);
it.each<[string, string | null, string | undefined]>([
  ['as it is', 'First list.\n\n- Then read 👩🏽‍🚀.', 'First list.\n\n- Then read 👩🏽‍🚀.'],
  ['with normalized line ends', 'a\r\nb\rc', 'a\nb\nc'],
  ['without a credential', `Use ${SECRET} in europe-west.`, 'Use [redacted] in europe-west.'],
  ['without hidden characters', 'Say\u200b yes\u202e.\nNo\u0007w.', 'Say yes .\nNo w.'],
  ['without a credential between hidden characters', `\u202e${SECRET}\u202e`, '[redacted]'],
  ['not at all when empty', ' \n', undefined],
  ['not at all when missing', null, undefined],
  ['up to its bound', LONG.slice(1), LONG.slice(1)],
  ['not at all beyond its bound', LONG, undefined],
  ['not at all when very long', 'y\u200b'.repeat(100_000), undefined],
  ['with many characters that are meant', '👩🏽‍🚀 a\n'.repeat(120), ''],
])('keeps a server’s instructions %s', async (_how, instructions, expected) => {
  const { document: read, warnings } = await withTools(document, { tools: [], instructions, credentials }, asking);
  if (expected !== '') expect(read.instructions).toBe(expected);
  // The stored document can be imported again.
  expect(serverDocumentSchema.parse(read)).toEqual(read);
  const isTooLong = (instructions?.length ?? 0) > 8_192;
  expect(warnings.map(({ tool }) => tool)).toEqual(isTooLong ? ['*'] : []);
});

it('takes a document’s instructions if the server has none', async () => {
  const own = { ...document, instructions: 'Ask first.' };
  const answer = { tools: [], instructions: null, credentials };
  expect((await withTools(own, answer, asking)).document.instructions).toBe('Ask first.');
  expect((await withTools(own, { ...answer, instructions: 'Theirs.' }, asking)).document.instructions).toBe('Theirs.');
});
