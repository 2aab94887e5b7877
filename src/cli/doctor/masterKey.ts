import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Client } from 'pg';
import type { Config } from '../../config/config.ts';
import { createVault } from '../../core/kernel/vault/createVault.ts';
import { isIntactCheckValue } from '../../core/kernel/vault/keyCheck.ts';
import { readMasterKey } from '../../start/masterKey.ts';
import { type Finding, fail, ok, reasonOf, warn } from './check.ts';

const CHECK = 'master key';

/** Checks whether the configured keys decrypt the database's values; never makes a key. */
export async function checkMasterKey(client: Client, config: Config): Promise<Finding> {
  const { rows } = await client.query<{ name: string | null }>(`SELECT to_regclass('vault_key')::text AS name`);
  const hasKeys = Boolean(rows[0]?.name);
  const known = hasKeys ? (await client.query<KnownKey>('SELECT key_id, check_value FROM vault_key')).rows : [];
  const { masterKey, dataDir } = config;
  const path = masterKey.from === 'file' ? masterKey.path : join(resolve(dataDir), 'master.key');
  const file = masterKey.from === 'value' || masterKey.from === 'command' ? null : path;
  if (file !== null && !existsSync(file)) {
    return known.length === 0 && masterKey.from === 'generated'
      ? ok(CHECK, 'will be created at the first start')
      : fail(CHECK, `${file} is missing`, 'Put it back, or set TOOLYARD_MASTER_KEY', 'invalid_config');
  }
  try {
    return await compare(config, file, known);
  } catch (error) {
    return fail(CHECK, reasonOf(error), 'Configure the key that this database was created with', 'invalid_config');
  }
}

type KnownKey = { readonly key_id: string; readonly check_value: Buffer };

async function compare(config: Config, file: string | null, known: readonly KnownKey[]): Promise<Finding> {
  const { previous: previousKey } = config.masterKey;
  const source = file === null ? config.masterKey : ({ from: 'file', path: file, previous: previousKey } as const);
  const { key, previous } = await readMasterKey(source, {
    dataDir: resolve(config.dataDir),
    hasSealedData: async () => known.length > 0,
  });
  const vault = createVault({ current: key, previous });
  const stranger = known.find(({ key_id }) => !vault.keyIds.includes(key_id));
  if (stranger) {
    const message = `the database is encrypted with ${stranger.key_id}, which is not configured`;
    return fail(CHECK, message, 'Configure that key, or add it to TOOLYARD_MASTER_KEY_PREVIOUS', 'invalid_config');
  }
  const current = known.find(({ key_id }) => key_id === vault.currentKeyId);
  if (current && !isIntactCheckValue(vault, current.key_id, current.check_value)) {
    return fail(CHECK, `the check value of ${current.key_id} is damaged`, 'Restore the database from a backup');
  }
  if (file !== null && (statSync(file).mode & 0o077) !== 0) {
    return warn(CHECK, `${file} can be read by other users`, `chmod 600 ${file}`);
  }
  return known.length > 1
    ? warn(CHECK, `${vault.currentKeyId}, with earlier keys`, 'Run toolyard vault rotate, then remove the earlier keys')
    : ok(CHECK, vault.currentKeyId);
}
