import { afterAll, expect, it } from 'vitest';
import { createEgress } from '../../../src/connectors/egress/egress.ts';
import { startHttpApi } from '../../harness/petshop.ts';

const api = await startHttpApi();
const egress = createEgress({ allow: [{ kind: 'range', address: '127.0.0.1', prefixBits: 32, port: api.port }] });
afterAll(async () => {
  await egress.close();
  await api.close();
});

const KIB = 1_024;
const receive = (path: string, more = {}) =>
  egress.receive({ url: `${api.url}${path}`, maxBytes: 128 * KIB, longBytesMax: 1_024 * KIB, ...more });

async function bytesIn(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const chunk of chunks) bytes += chunk.length;
  return bytes;
}

it('passes on a long response, up to its bound (`max_file_bytes` of a call)', async () => {
  const held: number[] = [];
  const answer = await receive(`/huge?bytes=${512 * KIB}`, { hold: (bytes: number) => void held.push(bytes) });
  if (!('chunks' in answer)) throw new Error('the answer is long');
  expect(await bytesIn(answer.chunks)).toBe(512 * KIB);
  // Only bytes kept before the answer is known to be long count as held.
  expect(held.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(256 * KIB);
  const longer = await receive(`/huge?bytes=${2_048 * KIB}`);
  if (!('chunks' in longer)) throw new Error('the answer is long');
  await expect(bytesIn(longer.chunks)).rejects.toMatchObject({ kind: 'too_large' });
});

it('applies the same bound to a decoded response', async () => {
  const answer = await receive('/packed/bomb');
  if (!('chunks' in answer)) throw new Error('the answer is long');
  await expect(bytesIn(answer.chunks)).rejects.toMatchObject({ kind: 'too_large' });
});

it('ends the request of a long response that nobody reads', async () => {
  const before = api.countAbandoned();
  const answer = await receive('/huge?bytes=1048576');
  if (!('chunks' in answer)) throw new Error('the answer is long');
  answer.cancel();
  await expect.poll(() => api.countAbandoned()).toBeGreaterThanOrEqual(before);
  await expect(bytesIn(answer.chunks)).rejects.toBeDefined();
});
