import { expect, it } from 'vitest';
import { newAccountId } from '../../../src/core/kernel/ids.ts';
import { canonicalDigest } from '../../../src/core/lib/canonicalDigest.ts';
import { canonicalJson, parseJson } from '../../../src/core/lib/json.ts';
import { sha256 } from '../../../src/core/lib/sha256.ts';

const requester = { accountId: newAccountId(), signal: new AbortController().signal };
const names = (count: number, from: number) => Array.from({ length: count }, (_, at) => `k${(at * 7 + from) % count}`);
const member = (name: string): string => `"${name}":{"__proto__":1.50,"id":${name.length}0000000000000001}`;
const textOf = (count: number, from: number): string => `{${names(count, from).map(member).join(',')}}`;

it.each([10, 4_000])('is the same for every order of %i members', async (count) => {
  const values = [0, 3].map((from) => [
    parseJson(textOf(count, from)),
    undefined,
    { at: new Date(0), none: undefined },
  ]);
  const digests = await Promise.all(values.map((value) => canonicalDigest(value, requester)));
  expect(digests[0]).toEqual(sha256(canonicalJson(values[0])));
  expect(digests[1]).toEqual(digests[0]);
});
