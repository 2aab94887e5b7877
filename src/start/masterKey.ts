import { exec } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { MasterKeySource } from '../config/config.ts';
import { MasterKeyError, parseMasterKey } from '../core/kernel/vault/masterKey.ts';
import { isRecord } from '../core/lib/json.ts';

type MasterKey = {
  readonly key: Buffer;
  readonly previous: readonly Buffer[];
  /** The key file that was just created, for the operator to back up. */
  readonly createdFile: string | null;
};

const KEY_BYTES = 32;

type KeyPlace = {
  /** The directory of the embedded database, where a generated key is stored. */
  readonly dataDir: string;
  /** True when the database contains values sealed with any key. */
  hasSealedData(): Promise<boolean>;
};

/**
 * The master key from the configuration, or from the command that asks a key management service (KMS) for it. With the
 * embedded database, it is generated at the first start.
 * @throws MasterKeyError
 */
export async function readMasterKey(source: MasterKeySource, place: KeyPlace): Promise<MasterKey> {
  const { previous } = source;
  switch (source.from) {
    case 'value':
      return { key: source.key, previous, createdFile: null };
    case 'file':
      return { key: await readKeyFile(source.path), previous, createdFile: null };
    case 'command': {
      const [key, ...earlier] = await askKeyCommand(source.command);
      return { key, previous: [...previous, ...earlier], createdFile: null };
    }
    case 'generated':
      return { previous, ...(await readOrCreate(join(place.dataDir, 'master.key'), place)) };
  }
}

const COMMAND_MS_MAX = 30_000;
const COMMAND_BYTES_MAX = 65_536;

/**
 * Runs the operator's command in a shell. It prints the master key, and earlier keys on further lines. Errors contain
 * nothing that it printed, because that may be a key.
 * @throws MasterKeyError
 */
async function askKeyCommand(command: string): Promise<readonly [Buffer, ...Buffer[]]> {
  const { stdout } = await promisify(exec)(command, {
    timeout: COMMAND_MS_MAX,
    killSignal: 'SIGKILL',
    maxBuffer: COMMAND_BYTES_MAX,
  }).catch(({ code, killed }: { readonly code?: unknown; readonly killed?: unknown }) => {
    const how = killed === true ? `did not end within ${COMMAND_MS_MAX / 1_000} seconds` : `failed (${String(code)})`;
    throw new MasterKeyError(`TOOLYARD_MASTER_KEY_COMMAND ${how}. Run it by hand to see why`);
  });
  const [key = '', ...earlier] = stdout.split('\n').filter((line) => line.trim() !== '');
  try {
    return [parseMasterKey(key), ...earlier.map(parseMasterKey)];
  } catch (error) {
    throw new MasterKeyError('TOOLYARD_MASTER_KEY_COMMAND did not print a valid key on each line', { cause: error });
  }
}

const hasCode = (error: unknown, code: string): boolean => isRecord(error) && error['code'] === code;

async function readKeyFile(path: string): Promise<Buffer> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new MasterKeyError(`The master key file ${path} cannot be read`, { cause: error });
  });
  try {
    return parseMasterKey(text.trim());
  } catch (error) {
    throw new MasterKeyError(`The master key file ${path} does not hold a valid key`, { cause: error });
  }
}

async function readOrCreate(path: string, place: KeyPlace): Promise<Pick<MasterKey, 'key' | 'createdFile'>> {
  const text = await readFile(path).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (text !== null) return { key: await readKeyFile(path), createdFile: null };
  if (await place.hasSealedData()) {
    throw new MasterKeyError(
      `The database holds sealed values, but their master key ${path} is missing: put it back, or set TOOLYARD_MASTER_KEY`,
    );
  }
  return (await create(path)) ? { key: await readKeyFile(path), createdFile: path } : readOrCreate(path, place);
}

/** Creates the key file; false if another process was first. Writes atomically, so a partial key is never read. */
async function create(path: string): Promise<boolean> {
  const temporary = `${path}.new-${randomBytes(4).toString('hex')}`;
  await writeDurably(temporary, `${randomBytes(KEY_BYTES).toString('base64')}\n`);
  try {
    await link(temporary, path);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  // Sync the directory too: without the key file, everything that the key encrypted would be lost.
  const directory = await open(dirname(path), 'r');
  await directory.sync().finally(() => directory.close());
  return true;
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
