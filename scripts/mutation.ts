/**
 * Changes the code of a room a little, many times, and says which changes no test of the room notices: `npm run
 * test:mutation` for all rooms, `npm run test:mutation -- vault egress` for those alone. Stryker works on a copy.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

type Room = { readonly mutate: readonly string[]; readonly tests: readonly string[] };

const ROOMS: Readonly<Record<string, Room>> = {
  masterKey: { mutate: ['src/core/vault/masterKey.ts'], tests: ['test/core/vault/masterKey.test.ts'] },
  vault: {
    mutate: ['src/core/vault/{envelope,keyRing,createVault,keyCheck,rotate}.ts'],
    tests: ['test/core/vault/vault.test.ts', 'test/core/vault/vaultKeys.test.ts'],
  },
  audit: { mutate: ['src/core/audit/{chain,key,envelopes,verify,keyChains}.ts'], tests: ['test/core/audit/*.test.ts'] },
  tokens: {
    mutate: ['src/core/endpoints/{verifyToken,verificationKeys,stackToken}.ts', 'src/core/accounts/authenticate.ts'],
    tests: ['test/core/endpoints/*.test.ts', 'test/core/accounts/*.test.ts'],
  },
  authorisation: {
    mutate: ['src/core/scope.ts', 'src/core/people/{invitation,user}.ts'],
    tests: ['test/core/people/*.test.ts', 'test/core/accounts/*.test.ts'],
  },
  limits: {
    mutate: ['src/core/limits/{charge,network,room,slots}.ts', 'src/store/limiter.ts'],
    tests: ['test/core/limits/*.test.ts', 'test/store/limiter.test.ts'],
  },
  egress: {
    mutate: ['src/connectors/egress/{allow,connect,exchange}.ts'],
    tests: ['test/connectors/egress/*.test.ts'],
  },
};

const FOLDER = 'scripts/mutation';

/** False where Stryker did not come to an end. */
function run(name: string, { mutate, tests }: Room): boolean {
  const config = JSON.parse(readFileSync(`${FOLDER}/stryker.json`, 'utf8'));
  const plugins = [resolve(FOLDER, config.plugins[0])];
  const path = `${FOLDER}/node_modules/.${name}.json`;
  const jsonReporter = { fileName: `reports/mutation/${name}.json` };
  writeFileSync(path, JSON.stringify({ ...config, plugins, mutate, jsonReporter }));
  const stryker = `${FOLDER}/node_modules/@stryker-mutator/core/bin/stryker.js`;
  console.log(`\n== ${name}: ${mutate.join(', ')}`);
  const { status } = spawnSync(process.execPath, [stryker, 'run', path], {
    stdio: 'inherit',
    env: { ...process.env, MUTATION_TESTS: tests.join(',') },
  });
  return status === 0;
}

function main(named: readonly string[]): number {
  const unknown = named.find((name) => !(name in ROOMS));
  if (unknown !== undefined) throw new Error(`No room ${unknown}: there are ${Object.keys(ROOMS).join(', ')}`);
  const rooms = Object.entries(ROOMS).filter(([name]) => named.length === 0 || named.includes(name));
  return rooms.every(([name, room]) => run(name, room)) ? 0 : 1;
}

process.exit(main(process.argv.slice(2)));
