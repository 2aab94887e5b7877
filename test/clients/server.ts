import type { ServerDocument } from '../../src/core/catalog/document.ts';

/** The tool that every client is made to call. */
export const echoServer = (url: string): Partial<ServerDocument> => ({
  id: 'demo',
  name: 'Demo',
  connector: { kind: 'mcp-http', url },
  tools: [
    {
      name: 'echo',
      description: 'Says it again',
      inputSchema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
    },
  ],
});
