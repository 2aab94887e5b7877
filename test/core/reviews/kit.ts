import { toToolId } from '../../../src/core/ids.ts';

/** What changes of the server below. */
export type Given = { readonly description?: string; readonly properties?: object; readonly baseUrl?: string };

/** A server of two tools, of which one changes. */
export const notes = (
  id: string,
  { description = 'Keeps a note.', properties = {}, baseUrl = 'https://a.test' }: Given,
) => ({
  id,
  name: id,
  connector: { kind: 'http', baseUrl },
  tools: [
    {
      name: 'keep',
      description,
      inputSchema: { type: 'object', properties: { text: { type: 'string' }, ...properties } },
      request: { kind: 'template', method: 'POST', path: '/notes' },
    },
    { name: 'list', inputSchema: { type: 'object' }, request: { kind: 'template', method: 'GET', path: '/notes' } },
  ],
});

/** The ids of some of its tools. */
export const toolIds = (id: string, ...names: string[]) => names.map((name) => toToolId(`${id}_${name}`));
