import { removeCredential } from '../../../src/core/credentials/credential.ts';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { afterBackup, at, cutTo, enter, ownRow, ROW, rehash, restore, type Scene, tamper } from './attackKit.ts';

/** Attacks with all rights on the database but without the master key. */
type Attack = readonly [name: string, attack: (scene: Scene) => Promise<void>];

const ON_THE_CHAIN: readonly Attack[] = [
  ['edit an event', (s) => tamper(s, `UPDATE audit_event SET action = 'stack.update' ${at(s, 4)}`)],
  ['edit an event’s facts about a credential', (s) => tamper(s, `UPDATE audit_event SET envelopes = '{}' ${at(s, 4)}`)],
  [
    'remove an event’s facts about a credential',
    (s) => tamper(s, `UPDATE audit_event SET envelopes = NULL ${at(s, 4)}`),
  ],
  ['name another key', (s) => tamper(s, `UPDATE audit_event SET key_id = '0011223344556677' ${at(s, 4)}`)],
  ['delete an event', (s) => tamper(s, `DELETE FROM audit_event ${at(s, 4)}`)],
  [
    'delete an event, close the gap and rehash',
    async (s) => {
      await tamper(
        s,
        `DELETE FROM audit_event ${at(s, 4)}`,
        `UPDATE audit_event SET seq = seq - 1000 WHERE seq > 4 AND chain = '${s.alice.accountId}'`,
      );
      await tamper(s, 'UPDATE audit_event SET seq = seq + 999 WHERE seq < 0');
      await rehash(s, 4, true);
    },
  ],
  [
    'insert an event',
    (s) =>
      tamper(
        s,
        `INSERT INTO audit_event SELECT 'x', chain, 8, at, actor_kind, actor_id, action, target_kind, target_id,
      stack_id, details, request_id, hash, hash, NULL, NULL FROM audit_event ${at(s, 7)}`,
      ),
  ],
  [
    'reorder events',
    (s) =>
      tamper(
        s,
        `UPDATE audit_event SET seq = 99 ${at(s, 3)}`,
        `UPDATE audit_event SET seq = 3 ${at(s, 4)}`,
        `UPDATE audit_event SET seq = 4 ${at(s, 99)}`,
      ),
  ],
  ['cut off the end', (s) => cutTo(s, 5)],
  [
    'truncate the end and remove the head’s MAC',
    async (s) => {
      await cutTo(s, 5);
      await tamper(s, `UPDATE audit_chain SET key_id = NULL, mac = NULL WHERE id = '${s.alice.accountId}'`);
    },
  ],
  [
    'truncate the end and give the head another chain’s MAC',
    async (s) => {
      await cutTo(s, 5);
      await tamper(
        s,
        `UPDATE audit_chain SET mac = (SELECT mac FROM audit_chain WHERE id = '${s.bob.accountId}')
      WHERE id = '${s.alice.accountId}'`,
      );
    },
  ],
  [
    'edit an event and recompute the chain with SHA-256',
    async (s) => {
      await tamper(s, `UPDATE audit_event SET action = 'stack.update' ${at(s, 4)}`);
      await rehash(s, 4, true);
    },
  ],
  [
    'edit an event and recompute the chain without a key',
    async (s) => {
      await tamper(s, `UPDATE audit_event SET action = 'stack.update' ${at(s, 4)}`);
      await rehash(s, 1, false);
    },
  ],
  ['recompute the end of the chain without a key', (s) => rehash(s, 4, false)],
  [
    'delete the chain',
    (s) =>
      tamper(
        s,
        `DELETE FROM audit_event WHERE chain = '${s.alice.accountId}'`,
        `DELETE FROM audit_chain WHERE id = '${s.alice.accountId}'`,
      ),
  ],
];

const ON_CREDENTIALS: readonly Attack[] = [
  [
    'restore an old row',
    (s) => afterBackup(s, () => enter(s.alice, 'rotated, as the old one had leaked'), restore(s, ROW)),
  ],
  ['restore only an old envelope', (s) => afterBackup(s, () => enter(s.alice, 'another'), restore(s, ['sealed']))],
  [
    'restore a removed row',
    (s) =>
      afterBackup(
        s,
        () => removeCredential(s.alice.ctx, s.alice.stackId, toServerId('mail'), 'token'),
        `INSERT INTO credential SELECT backup.* FROM backup JOIN stack_server AS place ON place.id = backup.stack_server_id
     WHERE place.stack_id = '${s.alice.stackId}' AND end_user = ''`,
      ),
  ],
  [
    'undo the mark that a credential must be entered again',
    async (s) => {
      await tamper(s, `UPDATE credential SET state = 'reconnect_required' ${ownRow(s)}`);
    },
  ],
  [
    'insert another account’s envelope',
    (s) =>
      tamper(
        s,
        `UPDATE credential SET sealed = other.sealed, key_id = other.key_id FROM credential AS other, stack_server AS place,
     stack_server AS theirs WHERE place.id = credential.stack_server_id AND place.stack_id = '${s.alice.stackId}'
     AND credential.end_user = '' AND theirs.id = other.stack_server_id AND theirs.stack_id = '${s.bob.stackId}'`,
      ),
  ],
  [
    'swap the envelopes of two end users',
    (s) =>
      tamper(
        s,
        `UPDATE credential SET sealed = other.sealed FROM credential AS other, stack_server AS place
     WHERE other.id <> credential.id AND place.id = other.stack_server_id AND place.stack_id = '${s.alice.stackId}'
     AND other.stack_server_id = credential.stack_server_id`,
      ),
  ],
  [
    'delete a row',
    (s) =>
      tamper(
        s,
        `DELETE FROM credential USING stack_server AS place WHERE place.id = stack_server_id
    AND place.stack_id = '${s.alice.stackId}' AND end_user = ''`,
      ),
  ],
  [
    'add a row',
    (s) =>
      tamper(
        s,
        `INSERT INTO credential (id, stack_server_id, end_user, field_id, sealed, key_id, revision)
    SELECT 'x', stack_server_id, 'eve', field_id, sealed, key_id, revision FROM credential JOIN stack_server AS place
    ON place.id = stack_server_id WHERE place.stack_id = '${s.alice.stackId}' AND end_user = ''`,
      ),
  ],
];

export const ATTACKS: readonly Attack[] = [...ON_THE_CHAIN, ...ON_CREDENTIALS];
