import { randomBytes } from 'node:crypto';
import { toAccountId, toStackId } from '../../src/core/kernel/ids.ts';
import { createVault } from '../../src/core/kernel/vault/createVault.ts';
import type { Binding, Vault } from '../../src/core/kernel/vault/vault.ts';
import { createTally, type Report } from './report.ts';

const ROW: Binding = {
  accountId: toAccountId('acct_1'),
  stackId: toStackId('stack_1'),
  serverId: 'gmail',
  endUser: 'ann',
  fieldId: 'token',
  revision: 1,
  destination: 'there',
};
const VALUES = ['x', 'hunter2', 'ß🙈 with spaces', 'k'.repeat(300)];
const ENVELOPES = 24;

type Case = { readonly label: string; readonly bytes: Uint8Array; readonly row: Binding };

/** Every change of one envelope. `other` is an envelope of the same value, sealed again. */
function* changesOf(bytes: Uint8Array, other: Uint8Array): Generator<Case> {
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const flipped = bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
    yield { label: 'one bit flipped', bytes: flipped, row: ROW };
  }
  for (let length = 0; length < bytes.length; length += 1) {
    yield { label: 'truncated at the end', bytes: bytes.subarray(0, length), row: ROW };
    yield { label: 'truncated at the beginning', bytes: bytes.subarray(bytes.length - length), row: ROW };
  }
  for (let at = 1; at < bytes.length; at += 1) {
    const spliced = Buffer.concat([bytes.subarray(0, at), other.subarray(at)]);
    // Version, algorithm and key id are equal in both, and sometimes their last bytes. A splice there changes nothing.
    const isWhole = spliced.equals(other) || spliced.equals(bytes);
    if (!isWhole) yield { label: 'spliced from two envelopes', bytes: spliced, row: ROW };
  }
  for (const [name, part] of Object.entries(ROW)) {
    const row = { ...ROW, [name]: typeof part === 'number' ? part + 1 : `${part}x` };
    yield { label: 'moved to another row', bytes, row };
  }
}

function opens(vault: Vault, { bytes, row }: Case): boolean {
  try {
    vault.open(bytes, row);
    return true;
  } catch {
    return false;
  }
}

/** Flips every bit, cuts at every length, splices two envelopes everywhere, and changes every field of the row. */
export async function runEnvelope(): Promise<Report> {
  const vault = createVault({ current: randomBytes(32), previous: [] });
  const tally = createTally();
  for (let made = 0; made < ENVELOPES; made += 1) {
    const value = VALUES[made % VALUES.length] ?? '';
    const [one, other] = [vault.seal(value, ROW).bytes, vault.seal(value, ROW).bytes];
    tally.count('control: opens in its own row', vault.open(one, ROW) === value ? null : `envelope ${made}`);
    for (const change of changesOf(one, other)) {
      tally.count(change.label, opens(vault, change) ? `envelope ${made}` : null);
    }
  }
  return {
    section: 'envelope',
    claim: 'a sealed value that was changed or moved cannot be decrypted',
    command: 'npm run trust -- envelope',
    rows: tally.rows(),
    wrong: tally.wrong(),
    figures: { envelopes: ENVELOPES },
  };
}
