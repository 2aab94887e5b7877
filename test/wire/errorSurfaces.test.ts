import { afterAll, describe, expect, it } from 'vitest';
import { ERROR_FORMATS } from '../connectors/http/errorFormats.ts';
import { openCallSurfaces } from './callSurfaces.ts';

const tool = (name: string, path: string) => ({
  name,
  inputSchema: { type: 'object' },
  request: { kind: 'template', method: 'POST', path },
});

const { surfaces, close } = await openCallSurfaces(
  (request, response) => {
    const [, kind = '', number = '0'] = (request.url ?? '').split('/');
    if (kind === 'wait') {
      response.writeHead(Number(number), { 'content-type': 'application/json', 'retry-after': '7' }).end('{}');
      return;
    }
    const format = ERROR_FORMATS[Number(number)];
    response.writeHead(format?.status ?? 500, { 'content-type': format?.type ?? '' }).end(format?.body);
  },
  (baseUrl) => ({
    id: 'api',
    name: 'API',
    connector: { kind: 'http', baseUrl },
    tools: [
      ...ERROR_FORMATS.map((_format, index) => tool(`format${index}`, `/format/${index}`)),
      ...[429, 503].map((status) => tool(`wait${status}`, `/wait/${status}`)),
    ] as never,
  }),
);
afterAll(close);

describe.each(surfaces)(`over %s, ${ERROR_FORMATS.length} error formats`, (name, call) => {
  const isRest = name === '/v1' || name === '/s';

  it('arrive with their texts, codes and fields', async () => {
    for (const [index, { label, status, words, code, fields = [] }] of ERROR_FORMATS.entries()) {
      const { text, failed, headers } = await call({ tool: `api_format${index}` });
      expect(failed, label).toBe(true);
      const plain = text.replaceAll('\\"', '"');
      for (const word of [...words, ...fields.filter((field) => field !== ''), String(status)]) {
        expect(plain, label).toContain(JSON.stringify(word).slice(1, -1));
      }
      expect(plain, label).toContain(code ?? '');
      if (isRest) expect(headers.get('x-error-code'), label).toMatch(/^upstream_/);
    }
  });

  it('keep the beginning of the documented text', async () => {
    const { text } = await call({ tool: 'api_format0' });
    expect(text).toMatch(/Tool execution failed: the upstream answered 422: body\.price: Input/);
  });

  it.each([429, 503])('say how long a %i asks to wait', async (status) => {
    const { text, failed, headers } = await call({ tool: `api_wait${status}` });
    expect(failed).toBe(true);
    expect(text).toMatch(/"retry_?[aA]fter(?:Seconds)?":\s?7\b/);
    if (isRest) expect(headers.get('retry-after')).toBe('7');
    if (name.endsWith('MCP'))
      expect(JSON.parse(text).content).toContainEqual({ type: 'text', text: 'Retry after 7 s.' });
  });
});
