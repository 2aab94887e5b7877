type Options = { readonly tools?: readonly string[]; readonly baseUrl?: string; readonly path?: string };

/** A server document with one required and one optional credential. */
export const serverDocument = (
  id: string,
  { tools = ['find'], baseUrl = 'https://example.com', path = '/' }: Options = {},
) => ({
  id,
  name: `The ${id}`,
  description: `What ${id} does`,
  credentials: [
    {
      id: `${id}_key`,
      name: 'Key',
      required: true,
      placement: { in: 'header', name: 'authorization', template: `Bearer {${id}_key}` },
    },
    { id: `${id}_region`, name: 'Region', required: false },
  ],
  connector: { kind: 'http', baseUrl },
  tools: tools.map((name) => ({
    name,
    description: `Does ${name}`,
    inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
    request: { kind: 'template', method: 'GET', path, query: { q: '{query}' } },
  })),
});
