import { once } from 'node:events';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { completable, createMcpHandler, McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { listenOnLoopback } from '../harness/listen.ts';

export type PassUpstream = { readonly url: string; close(): Promise<void> };

const SECRET_ECHO = 'authorization';

/** An MCP server with resources, a template, and prompts that name it; `null` for a server that never responds. */
export async function startPassUpstream(serverName: string | null): Promise<PassUpstream> {
  const server = createServer(async (incoming, outgoing) => {
    if (serverName === null) return;
    const body = await buffer(incoming);
    const headers = Object.entries(incoming.headers).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
    const handler = createMcpHandler(() => buildServer(serverName, incoming.headers[SECRET_ECHO] ?? ''));
    const init = { method: incoming.method ?? 'POST', headers: Object.fromEntries(headers) };
    const request = new Request('http://localhost/mcp', body.length > 0 ? { ...init, body } : init);
    const answer = await handler.fetch(request);
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body) Readable.from(answer.body).pipe(outgoing);
    else outgoing.end();
  });
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}/mcp`;
  return {
    url,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function buildServer(serverName: string, authorization: string): McpServer {
  const server = new McpServer({ name: serverName, version: '1.0.0' });
  server.registerResource('note', 'test://note', { description: 'A note' }, ({ href: uri }) => ({
    contents: [{ uri, mimeType: 'text/plain', text: `${serverName} knows ${authorization}` }],
  }));
  const template = new ResourceTemplate('test://item/{id}', {
    list: undefined,
    complete: { id: (value) => [`${value}1`, `${value}2`] },
  });
  server.registerResource('item', template, {}, ({ href: uri }, { id }) => ({
    contents: [{ uri, blob: Buffer.from(`${serverName} ${String(id)}`).toString('base64') }],
  }));
  const topic = completable(z.string(), (value) => [`${value}!`]);
  server.registerPrompt('ask', { description: 'Asks', argsSchema: z.object({ topic }) }, ({ topic: about }) => ({
    messages: [
      { role: 'user', content: { type: 'text', text: `${serverName} about ${about}` } },
      { role: 'user', content: { type: 'resource', resource: { uri: 'test://note', text: 'embedded' } } },
    ],
  }));
  server.registerTool('link', {}, () => ({
    content: [
      { type: 'resource_link', uri: 'test://note', name: 'note' },
      { type: 'resource', resource: { uri: 'test://note', text: 'embedded' } },
    ],
  }));
  return server;
}
