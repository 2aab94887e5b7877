import { afterAll, describe, expect, it } from 'vitest';
import type { ToolOutcome } from '../../../src/core/results/outcome.ts';
import { openHttp } from './httpKit.ts';

const { call, close } = await openHttp();
const impatient = await openHttp({ headersTimeoutMs: 300, bodyIdleMs: 300 });
afterAll(() => Promise.all([close(), impatient.close()]));

describe('outcomes of responses', () => {
  it.each<[string, ToolOutcome]>([
    ['/packed/gzip', { kind: 'ok', output: { type: 'json', value: { packed: true } } }],
    ['/list', { kind: 'ok', output: { type: 'json', value: [1, 2] } }],
    ['/empty', { kind: 'ok', output: { type: 'json', value: {} } }],
    ['/text', { kind: 'ok', output: { type: 'text', text: 'cé' } }],
    ['/binary', { kind: 'ok', output: { type: 'binary', base64: 'AQID', contentType: 'image/png' } }],
    ['/bad-json', { kind: 'ok', output: { type: 'text', text: '{"pets": [', remark: expect.any(String) } }],
    [
      '/status/401',
      {
        kind: 'upstream_refused',
        status: 401,
        message: 'the upstream refused the call (401): no luck at http://x.test/',
      },
    ],
    [
      '/status/403',
      {
        kind: 'upstream_refused',
        status: 403,
        message: 'the upstream refused the call (403): no luck at http://x.test/',
      },
    ],
    [
      '/status/404',
      {
        kind: 'upstream_error',
        status: 404,
        message: 'the upstream answered 404: no luck at http://x.test/',
      },
    ],
    [
      '/status/429',
      {
        kind: 'upstream_rate_limited',
        retryAfterSeconds: 7,
        message: 'the upstream rate-limited the call (429): no luck at http://x.test/',
      },
    ],
    [
      '/problem/quota',
      {
        kind: 'upstream_rate_limited',
        retryAfterSeconds: 12,
        message: 'the upstream rate-limited the call (403): quota',
      },
    ],
    [
      '/status/500',
      {
        kind: 'upstream_error',
        status: 500,
        message: 'the upstream answered 500: no luck at http://x.test/',
      },
    ],
    ['/problem/html', { kind: 'upstream_error', status: 502, message: 'the upstream answered 502: Bad Gateway' }],
    ['/status/304', { kind: 'ok', output: { type: 'json', value: {} } }],
    [
      '/status/300',
      { kind: 'upstream_error', status: 300, message: 'the upstream answered 300: no luck at http://x.test/' },
    ],
    [
      '/redirect/to?url=http://169.254.169.254/',
      {
        kind: 'address_refused',
        isSent: true,
        message: '169.254.169.254: tools are not allowed to reach this address',
      },
    ],
  ])('%s', async (path, outcome) => {
    const [plain = '', query = ''] = path.split('?');
    const [key = '', value = ''] = query.split('=');
    expect(await call({ path: plain, query: key === '' ? {} : { [key]: value } })).toMatchObject(outcome);
  });

  it.each([
    ['/slow/headers', 'no answer in time'],
    ['/slow/body', 'the answer stopped arriving'],
  ])('%s', async (path, message) => {
    expect(await impatient.call({ path })).toEqual({ kind: 'outcome_unknown', message: `127.0.0.1: ${message}` });
  });

  it('refuses a private address', async () => {
    const outcome = await call({ path: '/' }, { connector: { kind: 'http', baseUrl: 'http://10.0.0.1' } });
    expect(outcome).toEqual({
      kind: 'address_refused',
      message: '10.0.0.1: tools are not allowed to reach this address',
    });
  });

  it('cancels if the caller left', async () => {
    const outcome = await call({ path: '/slow/headers' }, { signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ kind: 'cancelled' });
  });

  it('recognizes a failure in the body of a 200', async () => {
    const failure = { at: '/ok', equals: false, message: '/error' };
    expect(await call({ path: '/problem/soft', failure })).toMatchObject({
      kind: 'tool_error',
      message: 'the upstream says: channel_not_found',
      output: { type: 'json', value: { ok: false, error: 'channel_not_found' } },
    });
    expect(await call({ path: '/problem/soft', failure: { at: '/errors' } })).toMatchObject({ kind: 'ok' });
    expect(await call({ path: '/problem/soft', failure: { at: '/error' } })).toMatchObject({ kind: 'tool_error' });
  });
});
