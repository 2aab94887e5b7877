import { createServer } from 'node:http';
import { listenOnLoopback } from '../../harness/listen.ts';

export const NUMBERS = [
  ...['12345678901234567890', '9007199254740993', '-1.50', '1.0', '2.5e-7', '0.12345678901234567890'],
  ...['123456789.123456789', '0.0000001', '1E5', '-0'],
];

/** Requests of tools, as text. */
export const seen: string[] = [];
/** The number in responses, with additional members, as JSON text. */
export const reply = { number: '1', more: '' };

/** Answers with text that no JavaScript value could represent; MCP at `/mcp`, plain HTTP elsewhere. */
export const upstream = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  const value = `{"n":${reply.number},"deep":[{"n":${reply.number}}],"plain":5${reply.more}}`;
  response.setHeader('content-type', 'application/json');
  if (request.url !== '/mcp') {
    seen.push(`${request.url} ${body}`);
    return response.end(value);
  }
  const { id, method } = body === '' ? {} : JSON.parse(body);
  if (id === undefined) return response.writeHead(request.method === 'POST' ? 202 : 405).end();
  const info = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'n', version: '1' } };
  if (method === 'tools/call') seen.push(body);
  if (method !== 'initialize' && method !== 'tools/call')
    return response.end(
      `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":{"code":-32601,"message":"no such method"}}`,
    );
  const result = method === 'initialize' ? JSON.stringify(info) : `{"content":[],"structuredContent":${value}}`;
  return response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`);
});

const inputSchema = {
  type: 'object',
  properties: { n: { type: 'number' }, deep: { type: 'array' }, unit: { type: 'string', default: 'm' } },
  required: ['n', 'unit'],
};
const template = (name: string, request: object) => ({ name, inputSchema, request: { kind: 'template', ...request } });
const parameters = [
  { property: 'n', name: 'n', in: 'path' },
  { property: 'deep', name: 'q', in: 'query', contentType: 'application/json' },
];
export const port = await listenOnLoopback(upstream);
const baseUrl = `http://127.0.0.1:${port}`;
export const SERVERS = [
  {
    connector: { kind: 'http', baseUrl },
    tools: [
      template('body', { method: 'POST', path: '/x', body: { n: '{n}', deep: '{deep}', unit: '{unit}' } }),
      template('path', { method: 'POST', path: '/at/{n}', query: { n: '{n}', text: 'is {n}' } }),
    ],
  },
  {
    connector: { kind: 'openapi', baseUrl },
    tools: [
      { name: 'openapi', inputSchema, request: { kind: 'operation', method: 'POST', path: '/at/{n}', parameters } },
    ],
  },
  { connector: { kind: 'mcp-http', url: `${baseUrl}/mcp` }, tools: [{ name: 'mcp', inputSchema }] },
];

/** The required text in the request; `$` stands for the number. */
export const ARRIVES: Readonly<Record<string, readonly string[]>> = {
  body: ['{"n":$,"deep":[{"n":$},"x"],"unit":"m"}'],
  path: ['/at/$?n=$&text=is%20$'],
  openapi: ['/at/$?q=%5B%7B%22n%22%3A$%7D%2C%22x%22%5D'],
  mcp: ['"arguments":{"n":$,"deep":[{"n":$},"x"],"unit":"m"}'],
};
