import { expect, it } from 'vitest';
import type { DiscoveredTool } from '../../../src/core/calls/connector.ts';
import { withTools } from '../../../src/core/marketplace/discovered.ts';
import { serverDocumentSchema } from '../../../src/core/marketplace/document.ts';

/* What a server says of its tools is stored and shown to agents: no credential that it was asked with may be in it. */

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
const PLACES: Readonly<Record<string, (said: string) => DiscoveredTool>> = {
  name: (said) => ({ ...PLAIN, name: said }),
  title: (title) => ({ ...PLAIN, title }),
  description: (description) => ({ ...PLAIN, description }),
  'description of an input': (description) => ({
    ...PLAIN,
    inputSchema: { type: 'object', properties: { a: { type: 'string', description } } },
  }),
  'name of an input': (said) => ({ ...PLAIN, inputSchema: { type: 'object', properties: { [said]: {} } } }),
  'default of an input': (said) => ({
    ...PLAIN,
    inputSchema: { type: 'object', properties: { a: { default: said } } },
  }),
  'values of an input': (said) => ({ ...PLAIN, inputSchema: { type: 'object', properties: { a: { enum: [said] } } } }),
  'output schema': (said) => ({ ...PLAIN, outputSchema: { type: 'object', description: said } }),
  annotations: (said) => ({ ...PLAIN, annotations: { title: said, icons: [{ src: `https://x.example/?k=${said}` }] } }),
};

const CASES = Object.entries(PLACES).flatMap(([place, toolOf]) =>
  NOTATIONS.map((spell, at) => ({ place, at, said: spell(SECRET), tool: toolOf(`a ${spell(SECRET)} b`) })),
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

it(`keeps no credential in what a server says of its tools (${CASES.length} cases)`, async () => {
  const kept: string[] = [];
  for (const { place, at, said, tool } of CASES) {
    const imported = JSON.stringify(await withTools(document, { tools: [tool], credentials }, asking));
    if (!imported.includes('redacted') || imported.includes(JSON.stringify(said).slice(1, -1)))
      kept.push(`${place} ${at}`);
  }
  expect(kept).toEqual([]);
});

it('keeps what is no secret', async () => {
  const tool = { ...PLAIN, description: 'For europe-west' };
  expect((await withTools(document, { tools: [tool], credentials }, asking)).document.tools).toEqual([tool]);
});
