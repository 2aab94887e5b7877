import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createApp } from '../../src/app.ts';
import { compose } from '../../src/compose.ts';
import { readConfig } from '../../src/config/config.ts';
import { createAccount } from '../../src/core/accounts/account.ts';
import { createConnectLink } from '../../src/core/credentials/connectLink.ts';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { startJobRunner } from '../../src/core/jobs/jobRunner.ts';
import type { Ctx } from '../../src/core/kernel/context.ts';
import type { ImportedServer } from '../../src/core/marketplace/discovered.ts';
import { exportServer } from '../../src/core/marketplace/exportServer.ts';
import { refreshServerTools } from '../../src/core/marketplace/refreshTools.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { serverDocumentSchema } from '../../src/core/servers/document.ts';
import { setSkill } from '../../src/core/skills/skill.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack, updateServerTools } from '../../src/core/stacks/stackServer.ts';

const SKILL = `---
name: greeting
description: Greets people. Use it when a conversation begins.
---
Say hello, then ask how you can help.
`;

/** A stack as an MCP server, and the token for it. */
export type StackEndpoint = { readonly url: string; readonly token: string };

/** The service, running in this process. */
export type Service = {
  /** A stack that exposes everything of one MCP server, and the items that couldn't be imported. */
  stackFor(upstreamUrl: string): Promise<StackEndpoint & { readonly warnings: readonly string[] }>;
  close(): Promise<void>;
};

export async function openService(): Promise<Service> {
  const dataDir = await mkdtemp(join(tmpdir(), 'toolyard-conformance-'));
  const log = pino({ level: 'silent' });
  const loopback = '127.0.0.0/8,::1/128';
  const environment = {
    TOOLYARD_DATA_DIR: dataDir,
    TOOLYARD_RATE_LIMITS: 'off',
    TOOLYARD_EGRESS_ALLOW: loopback,
    TOOLYARD_EGRESS_ALLOW_INDIRECT: loopback,
  };
  const composed = await compose(readConfig(environment), log);
  const address = { url: 'http://127.0.0.1' };
  const app = await createApp(
    { ...composed.edge, publicUrl: () => address.url },
    { log, proxyHops: 0, isStopping: () => false },
  );
  address.url = await app.listen({ host: '127.0.0.1', port: 0 });
  const jobs = startJobRunner(composed.operator);
  const { account } = await createAccount(composed.operator, { name: 'Conformance' });
  const publicUrl = () => address.url;
  const ctx: Ctx = { ...composed.operator, publicUrl, actor: { kind: 'operator', accountId: account.id } };
  let count = 0;
  return {
    async stackFor(upstreamUrl) {
      count += 1;
      const id = `server-${count}`;
      const { document, warnings } = await readServer(ctx, id, upstreamUrl);
      await saveServer(ctx, document);
      const stack = await createStack(ctx, { name: id });
      const serverId = document.id;
      await addServerToStack(ctx, stack.id, { serverId, enableAllTools: true });
      await setSkill(ctx, stack.id, { content: SKILL });
      const [field] = document.credentials;
      if (field) {
        await signIn(await createConnectLink(ctx, stack.id, serverId, { fieldId: field.id }));
        await refreshServerTools(ctx, stack.id, serverId);
        const { tools } = await exportServer(ctx, serverId);
        const enabledTools = tools.map(({ name }) => name);
        await updateServerTools(ctx, stack.id, serverId, { enabledTools });
      }
      const { endpoint, token } = await createClientEndpoint(ctx, { stackId: stack.id, name: id });
      const url = `${address.url}/s/${endpoint.clientId}/mcp`;
      return { url, token, warnings: warnings.map(({ tool, reason }) => `${tool}: ${reason}`) };
    },
    async close() {
      await app.close();
      await jobs.stop({ drainMs: 0, hurry: AbortSignal.abort() });
      await composed.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The server's document: with its tools, or with a sign-in that must come first. */
async function readServer(ctx: Ctx, id: string, url: string): Promise<ImportedServer> {
  const options = { id, name: id, credentials: {}, signal: ctx.signal, accountId: null, permit: () => undefined };
  const imported = await ctx.importer.read({ kind: 'mcp', url, headers: [] }, options);
  const connector = { ...imported.document.connector, passThrough: ['resources', 'prompts'] };
  const document = serverDocumentSchema.parse({ ...imported.document, toolPrefix: false, connector });
  return { ...imported, document };
}

const moves = (url: string, cookie = '', method = 'GET'): Promise<Response> =>
  fetch(url, { method, redirect: 'manual', headers: { cookie } });

/** The browser's part of a connect link: agrees, opens the provider, which accepts everyone, and returns. */
async function signIn({ url }: { readonly url: string }): Promise<void> {
  const begun = await moves(url, '', 'POST');
  const [cookie = ''] = (begun.headers.get('set-cookie') ?? '').split(';');
  const allowed = await moves(begun.headers.get('location') ?? '');
  const ended = await moves(allowed.headers.get('location') ?? '', cookie);
  if (!ended.ok) throw new Error(`The sign-in failed: ${await ended.text()}`);
}
