import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { offerSupport, SOCKET_NAME } from '../../src/start/support.ts';
import { silentLog } from '../harness/log.ts';

it('keeps sockets of running processes, and removes those of killed ones', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'toolyard-support-'));
  const dead = 'support-1-0123abcd.sock';
  const script = "require('node:net').createServer().listen(process.argv[1], () => console.log('listens'))";
  const killed = spawn(process.execPath, ['-e', script, join(dir, dead)], { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(killed.stdout, 'data');
  const close = await offerSupport(dir, silentLog);
  expect(await readdir(dir)).toContain(dead);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const closeOther = await offerSupport(dir, silentLog);
  const names = await readdir(dir);
  expect(names).not.toContain(dead);
  expect(names.filter((name) => SOCKET_NAME.test(name))).toHaveLength(2);
  await close();
  expect(await readdir(dir)).toHaveLength(1);
  await closeOther();
  await rm(dir, { recursive: true });
});
