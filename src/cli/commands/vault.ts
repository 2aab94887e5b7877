import { rotateSigningKey } from '../../core/endpoints/signingKey.ts';
import { rotateVault } from '../../core/kernel/vault/rotate.ts';
import { plural } from '../../core/lib/text.ts';
import { abandonKey } from '../../core/recovery/abandonKey.ts';
import { command, group, loaded } from '../command.ts';
import { asOperator, asOperatorOf } from '../operator.ts';
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

const abandon = command({
  description: 'Delete all data sealed with a lost master key, so that Toolyard can start with a new key',
  examples: ['TOOLYARD_MASTER_KEY=… toolyard vault abandon-key 0f1e2d3c4b5a6978'],
  args: {
    key: {
      type: 'positional',
      required: true,
      valueHint: 'KEY_ID',
      description: 'Id of the lost key, from the error at startup',
    },
  },
  confirm: ({ key }) =>
    `Delete all credentials and stored call contents sealed with master key ${key}, and revoke the stack tokens? This can't be undone.`,
  async run({ key }, run) {
    const config = run.environment.config();
    const lostKey = { ...config, masterKey: { ...config.masterKey, lost: key } };
    const done = await asOperatorOf(lostKey, run, (operator) => abandonKey(operator, key));
    return {
      json: {
        key_id: done.keyId,
        credentials: done.credentials,
        call_contents: done.callContents,
        webhooks: done.webhooks,
        chat_models: done.chatModels,
        tokens: done.tokens,
        signing_keys: done.signingKeys,
        oauth_clients: done.oauthClients,
        unverifiable_chains: done.unverifiableChains,
      },
      text: fields({
        'Master key': `${done.keyId}, forgotten`,
        'Credentials to enter again': done.credentials,
        'Stack tokens revoked': done.tokens,
        'Webhooks disabled': done.webhooks,
        'Chat models that need a key again': done.chatModels,
        'Stored call contents deleted': done.callContents,
        'Signing keys deleted': done.signingKeys,
        'OAuth clients to register again': done.oauthClients,
        'Audit chains with unverifiable events': done.unverifiableChains,
      }),
    };
  },
});

export const vault = group({
  description: 'Encryption keys of credentials',
  examples: rotate.examples,
  commands: loaded({ rotate, 'abandon-key': abandon }),
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
