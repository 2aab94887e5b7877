import { CREDENTIAL } from '../harness/credential.ts';
import type { HttpApi } from '../harness/petshop.ts';

const NOTHING = { type: 'object', properties: {} };

const get = (name: string, path: string) => ({
  name,
  description: `Answers ${name}.`,
  inputSchema: NOTHING,
  request: { kind: 'template', method: 'GET', path },
});

export const SHOP_NAME = 'Pet Shop / Zürich';
export const SHOP_KEY = CREDENTIAL;

export const ECHO_INPUT = {
  type: 'object',
  properties: {
    text: { type: 'string', description: 'What to say.' },
    count: { type: 'integer', minimum: 1 },
    mood: { type: 'string', enum: ['glad', 'grün'] },
  },
  required: ['text'],
};

/** A server whose tools send requests to a real local HTTP API. */
export const shopDocument = (api: Pick<HttpApi, 'url'>): unknown => ({
  id: 'shop',
  name: SHOP_NAME,
  description: 'Sells pets.',
  credentials: [
    {
      id: 'shop_key',
      name: 'Key',
      description: 'From the counter.',
      required: true,
      placement: { in: 'header', name: 'X-Api-Key' },
    },
    { id: 'shop_region', name: 'Region', description: 'Where.', required: false },
  ],
  connector: { kind: 'http', baseUrl: api.url },
  tools: [
    {
      name: 'echo',
      title: 'Echo',
      description: 'Says it again.',
      inputSchema: ECHO_INPUT,
      request: { kind: 'template', method: 'POST', path: '/echo', body: { text: '{text}', count: '{count}' } },
    },
    get('list', '/list'),
    get('text', '/text'),
    get('binary', '/binary'),
    get('empty', '/empty'),
    get('welcome', '/secure/header'),
    get('refused', '/status/403'),
    get('limited', '/status/429'),
    get('broken', '/status/500'),
    get('slow', '/slow/headers'),
  ],
});

const tool = (name: string) => ({
  tool_id: `shop_${name}`,
  name,
  description: `Answers ${name}.`,
  parameters: NOTHING,
});

/** The shop as listed in the marketplace. */
export const SHOP_LISTED = {
  server_id: 'shop',
  name: SHOP_NAME,
  description: 'Sells pets.',
  tools: [
    { tool_id: 'shop_echo', name: 'Echo', description: 'Says it again.', parameters: ECHO_INPUT },
    ...['list', 'text', 'binary', 'empty', 'welcome', 'refused', 'limited', 'broken', 'slow'].map(tool),
  ],
  required_credentials: [{ field_id: 'shop_key', name: 'Key', description: 'From the counter.', required: true }],
  optional_credentials: [{ field_id: 'shop_region', name: 'Region', description: 'Where.', required: false }],
};

/** A second server for the tests to add; all its credentials are optional. */
export const CORNER_DOCUMENT = {
  id: 'corner',
  name: 'Corner',
  description: '',
  credentials: [],
  connector: { kind: 'http', baseUrl: 'http://corner.test' },
  tools: [get('open', '/open'), get('close', '/close')],
};

export const CORNER_LISTED = {
  server_id: 'corner',
  name: 'Corner',
  description: '',
  tools: ['open', 'close'].map((name) => ({ ...tool(name), tool_id: `corner_${name}` })),
  required_credentials: [],
  optional_credentials: [],
};
