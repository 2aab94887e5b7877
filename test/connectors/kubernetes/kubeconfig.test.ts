import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readAccess } from '../../../src/connectors/kubernetes/kubeconfig.ts';

const folder = mkdtempSync(join(tmpdir(), 'toolyard-kubeconfig-'));
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** A kubeconfig with two contexts, as kubectl writes it, in YAML. */
const config = (user: string, cluster = 'server: https://api.test:6443'): string =>
  write(
    'config',
    `apiVersion: v1
kind: Config
current-context: two
contexts:
- {name: one, context: {cluster: other, user: nobody}}
- {name: two, context: {cluster: own, user: me}}
clusters:
- {name: other, cluster: {server: https://other.test}}
- name: own
  cluster: {${cluster}}
users:
- name: me
  user: {${user}}
`,
  );

it('reads the current context, and its user’s token', async () => {
  const access = await readAccess(
    config('token: secret', `server: https://api.test/k8s/, certificate-authority-data: ${base64('CA')}`),
  );
  expect(access).toMatchObject({
    server: 'https://api.test/k8s',
    tls: { ca: Buffer.from('CA'), rejectUnauthorized: true },
  });
  expect(await access.token()).toBe('secret');
});

it('reads a token file for each request, because a cluster rotates it', async () => {
  write('token', 'first\n');
  const { token } = await readAccess(config('tokenFile: token'));
  expect(await token()).toBe('first');
  write('token', 'second\n');
  expect(await token()).toBe('second');
});

it('reads a client certificate, from data or from files next to the kubeconfig', async () => {
  write('key.pem', 'KEY');
  const { tls, token } = await readAccess(
    config(
      `client-certificate-data: ${base64('CERT')}, client-key: key.pem`,
      'server: https://api.test, tls-server-name: a.test',
    ),
  );
  expect(tls).toEqual({
    cert: Buffer.from('CERT'),
    key: Buffer.from('KEY'),
    servername: 'a.test',
    rejectUnauthorized: true,
  });
  expect(await token()).toBeNull();
});

it('skips certificate verification only if the kubeconfig says so', async () => {
  const skipping = 'server: https://api.test, insecure-skip-tls-verify: true';
  expect((await readAccess(config('token: t', skipping))).tls.rejectUnauthorized).toBe(false);
});

it.each([
  ['no current context', () => write('none', 'contexts: []'), 'the kubeconfig has no current context'],
  ['no server', () => config('token: t', ''), 'the kubeconfig names no API server'],
])('refuses a kubeconfig with %s', async (_name, make, message) => {
  await expect(readAccess(make())).rejects.toThrow(message);
});

it.each(['exec: {command: aws}', 'auth-provider: {name: gcp}', 'username: u, password: p'])(
  'reports that sign-in by %s is not supported',
  async (user) => {
    await expect(readAccess(config(user))).rejects.toThrow('use the token of a service account');
  },
);
