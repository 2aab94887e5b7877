import { afterAll, describe, expect, it } from 'vitest';
import { openEgress } from './egressKit.ts';

const { api, egressWith, toApi, close } = await openEgress();
afterAll(close);

describe('without an exception', () => {
  it.each([
    ['http://127.0.0.1:PORT/'],
    ['http://2130706433:PORT/'],
    ['http://0x7f000001:PORT/'],
    ['http://0177.0.0.1:PORT/'],
    ['http://127.1:PORT/'],
    ['http://[::ffff:127.0.0.1]:PORT/'],
    ['http://[::1]:PORT/'],
    ['http://localhost:PORT/'],
    ['http://localhost.:PORT/'],
    ['http://0.0.0.0:PORT/'],
    ['http://169.254.169.254/latest/meta-data'],
    ['ftp://example.com/'],
    ['file:///etc/passwd'],
    ['http://user:secret@example.com/'],
    ['not a url'],
  ])('refuses %s and never reaches it', async (pattern) => {
    const before = api.requests.length;
    const url = pattern.replace('PORT', String(api.port));
    await expect(egressWith('').request({ url })).rejects.toMatchObject({ kind: 'address_refused' });
    await expect(egressWith('').open({ url })).rejects.toMatchObject({ kind: 'address_refused' });
    expect(api.requests).toHaveLength(before);
  });

  it('refuses through fetch as well', async () => {
    await expect(egressWith('').fetchFor([api.url], { accountId: null })(`${api.url}/echo`)).rejects.toMatchObject({
      kind: 'address_refused',
    });
  });

  it('refuses a name if only one of its addresses is private', async () => {
    const resolve = async () => ['93.184.216.34', '127.0.0.1'];
    const egress = egressWith('', { resolve });
    await expect(egress.request({ url: 'http://two.test/' })).rejects.toMatchObject({ kind: 'address_refused' });
  });
});

describe('with an exception', () => {
  it.each([
    ['127.0.0.1:PORT', 'http://127.0.0.1:PORT/echo'],
    ['127.0.0.1:PORT', 'http://2130706433:PORT/echo'],
    ['127.0.0.0/8', 'http://127.0.0.1:PORT/echo'],
    ['localhost:PORT', 'http://localhost:PORT/echo'],
  ])('%s allows %s', async (allow, url) => {
    const fill = (text: string) => text.replace('PORT', String(api.port));
    const answer = await egressWith(fill(allow)).request({ url: fill(url) });
    expect(answer.status).toBe(200);
  });

  it('dials the address it checked: resolves a name once per connection', async () => {
    let lookups = 0;
    const resolve = async () => {
      lookups += 1;
      return lookups === 1 ? ['127.0.0.1'] : ['127.0.0.2'];
    };
    const egress = egressWith(`rebind.test:${api.port}`, { resolve });
    await egress.request({ url: `http://rebind.test:${api.port}/echo` });
    expect(lookups).toBe(1);
  });

  it('still refuses another port of the same host', async () => {
    const egress = egressWith(`127.0.0.1:${api.port + 1}`);
    await expect(egress.request({ url: api.url })).rejects.toMatchObject({ kind: 'address_refused' });
  });
});

describe('sent requests', () => {
  it('contain the method, target, body and headers, without connection headers', async () => {
    await toApi().request({
      url: `${api.url}/echo/a%2Fb?x=1&x=2`,
      method: 'POST',
      headers: { 'X-One': '1', Host: 'evil.test', 'Transfer-Encoding': 'chunked', 'Content-Length': '9' },
      body: '{"a":1}',
    });
    const sent = api.last();
    expect(sent).toMatchObject({ method: 'POST', target: '/echo/a%2Fb?x=1&x=2' });
    expect(sent.body.toString()).toBe('{"a":1}');
    expect(sent.headers).toEqual({
      'accept-encoding': 'gzip, br, deflate',
      connection: 'keep-alive',
      'content-length': '7',
      host: `127.0.0.1:${api.port}`,
      'user-agent': 'toolyard',
      'x-one': '1',
    });
  });
});

describe('redirects', () => {
  it('within the origin are followed', async () => {
    const answer = await toApi().request({ url: `${api.url}/redirect/same`, method: 'POST', body: 'x' });
    expect(JSON.parse(answer.body.toString())).toMatchObject({ path: '/echo/landed', method: 'GET', body: '' });
  });

  it('keep method and body for 307', async () => {
    const answer = await toApi().request({ url: `${api.url}/redirect/keep`, method: 'PUT', body: 'x' });
    expect(JSON.parse(answer.body.toString())).toMatchObject({ path: '/echo/kept', method: 'PUT', body: 'x' });
  });

  it.each([
    ['another origin', 'http://example.com/'],
    ['another port', 'http://127.0.0.1:1/'],
    ['a private address', 'http://169.254.169.254/'],
    ['another scheme', 'file:///etc/passwd'],
    ['user information', 'http://a:b@127.0.0.1/'],
  ])('are refused to %s', async (_name, to) => {
    const url = `${api.url}/redirect/to?url=${encodeURIComponent(to)}`;
    await expect(toApi().request({ url })).rejects.toMatchObject({ kind: 'redirect_refused' });
  });

  it('are refused after three', async () => {
    const before = api.requests.length;
    const failure = toApi().request({ url: `${api.url}/redirect/loop` });
    await expect(failure).rejects.toMatchObject({ kind: 'redirect_refused' });
    expect(api.requests).toHaveLength(before + 4);
  });
});

describe('streams', () => {
  it('deliver chunks as they arrive and end when cancelled', async () => {
    const { status, body } = await toApi().open({ url: `${api.url}/slow/body` });
    const reader = body.getReader();
    const { value } = await reader.read();
    expect(status).toBe(200);
    expect(Buffer.from(value ?? []).toString()).toBe('first');
    await reader.cancel();
  });

  it('end when cancelled while nothing arrives', async () => {
    const { body } = await toApi().open({ url: `${api.url}/slow/body` });
    const reader = body.getReader();
    await reader.read();
    const pending = reader.read();
    await reader.cancel();
    await expect(pending).resolves.toMatchObject({ done: true });
  });

  it('fail at the limit', async () => {
    const { body } = await toApi().open({ url: `${api.url}/huge?bytes=8388608` });
    const read = async () => {
      for await (const _chunk of body);
    };
    await expect(read()).rejects.toMatchObject({ kind: 'too_large' });
  });

  it('return a Response from fetch', async () => {
    const response = await toApi().fetchFor([api.url], { accountId: null })(`${api.url}/echo/x`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(await response.json()).toMatchObject({ path: '/echo/x', body: '{}', type: 'application/json' });
    expect((await toApi().fetchFor([api.url], { accountId: null })(`${api.url}/empty`)).status).toBe(204);
  });
});
