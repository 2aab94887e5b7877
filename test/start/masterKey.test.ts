import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MasterKeyError } from '../../src/core/kernel/vault/masterKey.ts';
import { readMasterKey } from '../../src/start/masterKey.ts';
import { listenOnLoopback } from '../harness/listen.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'toolyard-key-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** 32 bytes in base64, and a newline. */
const WHOLE_BYTES = 45;
const GENERATED = { from: 'generated', previous: [] } as const;
const read = (hasSealedData: boolean) =>
  readMasterKey(GENERATED, { dataDir, hasSealedData: async () => hasSealedData });

describe('a generated master key', () => {
  it('is a single key for concurrent starts', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => read(false)));
    expect(new Set(keys.map(({ key }) => key.toString('hex'))).size).toBe(1);
    expect(keys.filter(({ createdFile }) => createdFile !== null)).toHaveLength(1);
  });

  it('is never read half-written', async () => {
    const making = read(false);
    const sizes = new Set<number>();
    let isMade = false;
    void making.finally(() => {
      isMade = true;
    });
    while (!isMade) {
      sizes.add(statSync(join(dataDir, 'master.key'), { throwIfNoEntry: false })?.size ?? WHOLE_BYTES);
      await setImmediate();
    }
    expect([...sizes]).toEqual([WHOLE_BYTES]);
  });

  it('is one owner-only file', async () => {
    const { key, createdFile } = await read(false);
    expect(readdirSync(dataDir)).toEqual(['master.key']);
    expect(createdFile).toBe(join(dataDir, 'master.key'));
    expect(statSync(join(dataDir, 'master.key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dataDir, 'master.key'), 'utf8')).toBe(`${key.toString('base64')}\n`);
  });

  it('is reread, and announced only once', async () => {
    const made = await read(false);
    expect(await read(true)).toEqual({ ...made, createdFile: null });
  });

  it('is not created if another key sealed something', async () => {
    await expect(read(true)).rejects.toThrow('is missing: put it back');
    expect(readdirSync(dataDir)).toEqual([]);
  });
});

describe('a master key from a command', () => {
  const TOKEN = 'hvs.token-of-the-test';
  const [key, old] = [randomBytes(32), randomBytes(32)];
  /** Answers like the transit engine of Vault and OpenBao: it alone has the plaintext. */
  let transit: Server;
  let address: string;
  beforeAll(async () => {
    const plaintexts: Readonly<Record<string, Buffer>> = { 'vault:v1:new': key, 'vault:v1:old': old };
    transit = createServer(async (request, response) => {
      const { ciphertext } = Object(await json(request));
      const isAllowed = request.headers['x-vault-token'] === TOKEN && request.url === '/v1/transit/decrypt/toolyard';
      const plaintext = plaintexts[String(ciphertext)]?.toString('base64');
      response.writeHead(isAllowed && plaintext !== undefined ? 200 : 403, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isAllowed ? { data: { plaintext } } : { errors: ['permission denied'] }));
    });
    address = `http://127.0.0.1:${await listenOnLoopback(transit)}`;
  });
  afterAll(() => void transit.close());

  /** A command that decrypts these keys as `vault write -field=plaintext` does. */
  function decrypting(ciphertexts: readonly string[], token = TOKEN): string {
    const script = `
      for (const ciphertext of ${JSON.stringify(ciphertexts)}) {
        const response = await fetch('${address}/v1/transit/decrypt/toolyard', {
          method: 'POST', headers: { 'x-vault-token': '${token}' }, body: JSON.stringify({ ciphertext }) });
        if (!response.ok) process.exit(2);
        console.log((await response.json()).data.plaintext);
      }`;
    const path = join(dataDir, 'decrypt.mjs');
    writeFileSync(path, script);
    return `'${process.execPath}' '${path}'`;
  }
  const ask = (command: string, previous: readonly Buffer[] = []) =>
    readMasterKey({ from: 'command', command, previous }, { dataDir, hasSealedData: async () => true });

  it('comes from a command that asks a KMS, with earlier keys on further lines', async () => {
    expect(await ask(decrypting(['vault:v1:new']))).toEqual({ key, previous: [], createdFile: null });
    const other = randomBytes(32);
    expect(await ask(decrypting(['vault:v1:new', 'vault:v1:old']), [other])).toMatchObject({
      key,
      previous: [other, old],
    });
    expect(readdirSync(dataDir)).toEqual(['decrypt.mjs']);
  });

  it.each([
    ['the KMS refuses', () => decrypting(['vault:v1:new'], 'wrong'), 'failed (2)'],
    ['it does not exist', () => '/nowhere/kms', 'failed (127)'],
    ['it prints nothing', () => 'true', 'did not print a valid key'],
    ['it prints a message', () => 'echo Enter passphrase:', 'did not print a valid key'],
    [
      'one of the keys is cut',
      () => `echo ${key.toString('base64')}; echo ${old.toString('base64').slice(5)}`,
      'did not print',
    ],
    ['it prints too much', () => 'yes', 'failed'],
    [
      'it fails after the key',
      () => `echo ${key.toString('base64')}; echo ${key.toString('base64')} >&2; exit 3`,
      'failed (3)',
    ],
  ])('is refused if %s, without a part of the output', async (_why, command, message) => {
    const error = await ask(command()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(MasterKeyError);
    const text = inspect(error, { depth: 10 });
    expect(text).toContain(message);
    for (const secret of [key, old]) expect(text).not.toContain(secret.toString('base64').slice(8, 24));
    expect(text).not.toContain('passphrase');
  });
});
