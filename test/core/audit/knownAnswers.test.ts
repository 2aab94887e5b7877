import { hkdfSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { anchorMac, type ChainedEvent, hashEvent, headMac } from '../../../src/core/kernel/audit/chain.ts';
import { currentAuditKey } from '../../../src/core/kernel/audit/key.ts';
import { createVault } from '../../../src/core/kernel/vault/createVault.ts';

/*
 * Old chains must always verify. An independent program computed these hashes from the comments of `chain.ts`: a change
 * of any label, length or order fails here.
 */

const KEY = Uint8Array.from({ length: 32 }, (_, at) => at);
const EVENT = {
  id: 'event-1',
  chain: 'acct-1',
  seq: 7,
  at: new Date('2026-01-02T03:04:05.678Z'),
  actorKind: 'user',
  actorId: 'user-1',
  action: 'stack.create',
  targetKind: 'stack',
  targetId: 'stack-1',
  stackId: 'stack-1',
  details: { b: 'x', a: 1 },
  requestId: null,
  prevHash: new Uint8Array(32),
  keyId: 'key-1',
  envelopes: { c: null },
  // Boundary: these ids do not have the format that parsers accept, to keep them short.
} as unknown as ChainedEvent;
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

it('an event keeps its hash, without a key and with one', () => {
  expect(hex(hashEvent(EVENT, null))).toBe('4c2985da3ea29f6d5b40306ee3fac3e6e5f3275e50957ec9013e1bc968be7453');
  expect(hex(hashEvent(EVENT, KEY))).toBe('eecdc22b63f603e9fff4d0a7a5c86c742a1df85fdc08dbe34ae01d420974488a');
});

it('a head keeps its mark', () => {
  const head = { id: 'acct-1', seq: 7, hash: new Uint8Array(32).fill(1) } as Parameters<typeof headMac>[0];
  expect(hex(headMac(head, KEY))).toBe('16f5deceb906dc68196731889dab099864230589f417a8dfd05b6cafcea0d52f');
});

it('the mark of removed events stays the same', () => {
  const anchor = { id: 'acct-1', seq: 7, hash: new Uint8Array(32).fill(1) };
  expect(hex(anchorMac(anchor, KEY))).toBe('09aa7acd7bf25f506a5049a8c0161604a876cb45cf9b09a14d40258e10b5399a');
});

it('a chain’s key derives from the master key as before', () => {
  const vault = createVault({ current: Buffer.from(KEY), previous: [] });
  const label = 'toolyard/purpose/audit';
  expect(hex(currentAuditKey(vault))).toBe(hex(new Uint8Array(hkdfSync('sha256', KEY, new Uint8Array(), label, 32))));
});
