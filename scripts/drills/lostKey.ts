import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Closers } from '../../src/start/closers.ts';
import { startService } from '../../test/harness/service.ts';
import { type Api, createApi, mustSend } from '../crash/api.ts';
import { FIELD_ID, SERVER_ID, TOOL_ID } from '../crash/upstream.ts';
import { createClient, textIn } from '../neighbours/client.ts';
import { callWith, type Env, type Installation, openInstallation, temporaryFolder } from './installation.ts';
import { BACKUP, commandsBelow, paste } from './paste.ts';
import { type Result, stopwatch } from './result.ts';

const ENDPOINT = 'query ($id: ID!) { stack(id: $id) { endpoints(first: 1) { edges { node { id } } } } }';
const TOKEN = `mutation ($input: CreateStackTokenInput!) { createStackToken(input: $input) {
  ... on CreateStackTokenPayload { token } } }`;

/** Restores a backup without its master key, and gives up the key. */
export async function lostKey(closers: Closers): Promise<Result> {
  const folder = temporaryFolder(closers);
  const installation = await openInstallation({ TOOLYARD_DATA_DIR: join(folder, 'old') }, closers);
  const { env, instance, upstream } = installation;
  const api = createApi((path, init) => fetch(installation.url + path, init), installation.account.apiKey);
  const stackId = await newStack(api);
  await checkCredential(installation, api, stackId, 'before');
  const key = randomUUID();
  await callWith(installation, key);
  await paste(commandsBelow('## Back up', BACKUP), { cwd: folder, env });
  await instance.stop();

  const seconds = stopwatch();
  const dataDir = join(folder, '.toolyard');
  const place = { cwd: folder, env: { ...env, TOOLYARD_DATA_DIR: dataDir } };
  await paste(['toolyard restore toolyard.backup'], place);
  const values = { '0f1e2d3c4b5a6978': '"$LOST_KEY" --yes' };
  const [newKey = '', abandon = ''] = commandsBelow('### If the master key is lost', values);
  await paste([newKey], place);
  const LOST_KEY = await nameOfLostKey(place.env);
  const missing = await paste([abandon], { ...place, env: { ...place.env, LOST_KEY } });
  await instance.start({ TOOLYARD_DATA_DIR: dataDir });
  const renewed = { ...installation, account: { ...installation.account, token: await newToken(installation) } };
  const ending = await callWith(renewed, randomUUID());
  if (ending !== 'ok') throw new Error(`The call with a new token ended with “${ending}”`);
  const total = seconds();

  await checkCredential(installation, api, stackId, 'after');
  await callWith(renewed, key);
  return {
    drill: 'lost master key',
    steps: 'start of the restore, a call with a new token',
    seconds: total,
    lost: 0,
    doubled: upstream.runs(key) - 1,
    notes: `afterwards missing: ${missing
      .match(/^\w.*[1-9]\d*$/gm)
      ?.map((line) => line.replaceAll(/ {2,}/g, ': '))
      .join(', ')}`,
  };
}

/** The id of the key in the error of a start. */
async function nameOfLostKey(env: Env): Promise<string> {
  const { err } = await startService(env).ended;
  const [, id] = /sealed with master key ([0-9a-f]{16})/.exec(err) ?? [];
  if (id === undefined) throw new Error(`The start doesn't name the lost key: ${err}`);
  return id;
}

/** A stack whose one server needs a credential. */
async function newStack(api: Api): Promise<string> {
  const stackId = textIn(await mustSend(api, 'POST', '/v1/stacks', { stack_name: 'Sealed' }), 'stack_id');
  await mustSend(api, 'POST', `/v1/stacks/${stackId}/servers`, { server_id: SERVER_ID, enable_all_tools: true });
  return stackId;
}

/** Stores a credential. @throws if a call doesn't use it */
async function checkCredential({ recordsUpstream }: Installation, api: Api, stackId: string, value: string) {
  const stack = `/v1/stacks/${stackId}`;
  await mustSend(api, 'PUT', `${stack}/servers/${SERVER_ID}/credentials`, { credentials: { [FIELD_ID]: value } });
  await mustSend(api, 'POST', `${stack}/tools/${TOOL_ID}/invoke`, { tool_input: { call: value } });
  if (recordsUpstream.seen(value) !== value) throw new Error(`The credential “${value}” wasn't used`);
}

async function newToken({ url, account }: Installation): Promise<string> {
  const client = createClient(url, account.apiKey);
  const found = await client.graphql(ENDPOINT, { id: account.stackId });
  const endpointId = textIn(found, 'stack.endpoints.edges.0.node.id');
  const made = await client.graphql(TOKEN, { input: { endpointId } });
  await client.close();
  return textIn(made, 'createStackToken.token');
}
