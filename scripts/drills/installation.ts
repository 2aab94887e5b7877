import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetch } from 'undici';
import type { Closers } from '../../src/start/closers.ts';
import { lastingPort } from '../../test/harness/listen.ts';
import { makeAccount } from '../chaos/account.ts';
import type { Endurable } from '../chaos/endure.ts';
import { callTool, send } from '../chaos/requests.ts';
import { type Instance, LIMITS, makeInstance } from '../chaos/site.ts';
import { serverDocument, startCountingUpstream } from '../chaos/upstream.ts';
import { serverDocument as recordsDocument, startUpstream } from '../crash/upstream.ts';

export type Env = Readonly<Record<string, string>>;

/** One instance of the service, and the upstreams and the account of its agents. */
export type Installation = Endurable & {
  readonly instance: Instance;
  readonly url: string;
  readonly env: Env;
};

/** A folder that's deleted at the end. */
export function temporaryFolder(closers: Closers): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-drill-'));
  // Without this, the embedded PostgreSQL of a service that runs as root would keep its files elsewhere.
  chmodSync(folder, 0o755);
  closers.add(async () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a new installation, whose environment includes `own`. */
export async function openInstallation(own: Env, closers: Closers): Promise<Installation> {
  const upstream = await startCountingUpstream();
  closers.add(async () => upstream.close());
  const recordsUpstream = await startUpstream();
  closers.add(async () => recordsUpstream.close());
  const env = {
    TOOLYARD_RATE_LIMITS: LIMITS,
    TOOLYARD_LOG_LEVEL: 'warn',
    TOOLYARD_EGRESS_ALLOW: `127.0.0.1:${upstream.port},127.0.0.1:${recordsUpstream.port}`,
    ...own,
  };
  const port = await lastingPort();
  const instance = makeInstance(port, env);
  // With SIGTERM, because the embedded PostgreSQL outlives a killed service.
  closers.add(async () => void (await instance.service().stop()));
  await instance.start();
  const url = `http://127.0.0.1:${port}`;
  const [apiKey = ''] = /\bty_\w+/.exec(instance.service().out()) ?? [];
  const documents = [serverDocument(upstream.origin), recordsDocument(recordsUpstream.origin)];
  const account = await makeAccount(url, apiKey, documents);
  const front = { kind: 'direct', fetch: (path: string, init?: object) => fetch(url + path, init) };
  return { instance, url, env, upstream, recordsUpstream, account, proxies: [front] };
}

/** Makes one call as an agent with this idempotency key. */
export async function callWith({ proxies: [front], account }: Endurable, key: string): Promise<string> {
  if (!front) throw new Error('There is no address');
  return (await send(front, callTool.request(account, key, 0), callTool.expects(key))).ending;
}
