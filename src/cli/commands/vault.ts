import { rotateSigningKey } from '../../core/endpoints/signingKey.ts';
import { plural } from '../../core/lib/text.ts';
import { rotateVault } from '../../core/vault/rotate.ts';
import { command, group, loaded } from '../command.ts';
import { asOperator } from '../operator.ts';
import { fields } from '../output.ts';

const rotate = command({
  description: 'Re-encrypt all secrets with the current master key while the service runs; safe to repeat',
  examples: ['TOOLYARD_MASTER_KEY=… TOOLYARD_MASTER_KEY_PREVIOUS=… toolyard vault rotate'],
  async run(_args, run) {
    const { keyId, rewrapped, unreadable, droppedKeyIds, keptKeyIds } = await asOperator(run, rotateVault);
    return {
      json: {
        key_id: keyId,
        rewrapped,
        unreadable,
        dropped_key_ids: droppedKeyIds,
        kept_key_ids: keptKeyIds,
      },
      text: fields({
        'Master key': keyId,
        'Re-encrypted values': rewrapped,
        'Keys no longer needed': droppedKeyIds.join(', ') || 'none',
        'Keys still needed': keptKeyIds.join(', ') || 'none',
      }),
      warnings: unreadable > 0 ? [`${plural(unreadable, 'value')} cannot be decrypted with any configured key`] : [],
      isFailure: unreadable > 0,
    };
  },
});

export const vault = group({
  description: 'Encryption keys of credentials',
  examples: rotate.examples,
  commands: loaded({ rotate }),
});

const rotateKey = command({
  description: 'Sign new stack tokens with a new key; issued tokens stay valid',
  examples: ['toolyard signing-key rotate'],
  async run(_args, run) {
    const { kid, createdAt } = await asOperator(run, rotateSigningKey);
    return { json: { kid, created_at: createdAt.toISOString() }, text: `New stack tokens are signed with key ${kid}` };
  },
});

export const signingKey = group({
  description: 'Signing key of stack tokens',
  examples: rotateKey.examples,
  commands: loaded({ rotate: rotateKey }),
});
