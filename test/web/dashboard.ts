import { readFile } from 'node:fs/promises';
import { parseSmtpUrl } from '../../src/config/smtp.ts';
import { setCredentials } from '../../src/core/credentials/credential.ts';
import { startJob } from '../../src/core/jobs/job.ts';
import { type StackId, toServerId } from '../../src/core/kernel/ids.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { type McpUpstream, startUpstream } from '../connectors/mcp/mcpUpstream.ts';
import { ASK, newPerson, PASSWORD, type Person, send } from '../core/people/kit.ts';
import { serverDocument } from '../graphql/documents.ts';
import { eventually } from '../harness/eventually.ts';
import { startWorld, type World } from '../harness/world.ts';
import { documentsOfDashboard } from './documents.ts';

const HOUR_MS = 3_600_000;
const WINDOW = {
  since: new Date(Date.now() - HOUR_MS).toISOString(),
  ...{ bucketSeconds: 3_600, wholeSeconds: 3_600, callsMin: 1 },
};

export type Answers = ReadonlyMap<string, string>;

export type Dashboard = {
  readonly world: World;
  /** The signed-in person. */
  readonly ann: Person;
  readonly bob: Person;
  readonly upstream: McpUpstream;
  /** The stack that all pages show, with the server `mail` and a call record. */
  readonly stackId: string;
  send(operation: string, variables: object): Promise<string>;
  /** Like `send`, for a mutation. @throws unless the result is its payload */
  change(operation: string, input: object): Promise<void>;
  /** The response to every dashboard query, by its name. */
  readAll(): Promise<Answers>;
  /** The ids in a query's last response, in order. */
  idsIn(operation: string): readonly string[];
  close(): Promise<void>;
};

/** A valid mail server address. The tests send no mail. */
const MAIL_SERVER = parseSmtpUrl('smtp://127.0.0.1:9?from=toolyard@example.com');

const OAUTH = {
  id: 'login',
  name: 'Login',
  required: false,
  oauth2: {
    authorizationUrl: 'https://idp.test/authorize',
    tokenUrl: 'https://idp.test/token',
    scopes: ['mail'],
    clientId: { value: 'us' },
  },
  placement: { in: 'header', name: 'x-login' },
};

/** A server whose OAuth client, the user's own application, gets its token automatically. */
const TEAM = {
  ...serverDocument('team'),
  credentials: [
    {
      id: 'team_token',
      name: 'Token',
      required: true,
      oauth2: {
        grant: 'client_credentials',
        tokenUrl: 'https://idp.test/token',
        clientId: { field: 'team_client' },
        clientSecret: { field: 'team_secret' },
      },
      placement: { in: 'header', name: 'x-team' },
    },
    { id: 'team_client', name: 'Client id', required: true, secret: false },
    { id: 'team_secret', name: 'Client secret', required: true },
  ],
};

/** Two stacks with that server; only the first has the application. */
async function placeTeam({ account: { ctx } }: World, first: StackId): Promise<void> {
  const { id: second } = await createStack(ctx, { name: 'beside' });
  for (const id of [first, second]) await addServerToStack(ctx, id, { serverId: 'team' });
  await setCredentials(ctx, first, toServerId('team'), { credentials: { team_client: 'us', team_secret: 's' } });
}

/** An account with one object of each kind that pages show, and all dashboard queries of a person. */
export async function openDashboard(): Promise<Dashboard> {
  const upstream = await startUpstream();
  const world = await startWorld({ config: { smtp: MAIL_SERVER }, egressAllow: new URL(upstream.url).host });
  const ann = await newPerson(world, 'ann@example.com');
  const bob = await newPerson(world, 'bob@example.com');
  for (const _another of ['a session to end', 'one that ends with the password']) {
    await send(world.url, ASK.signIn, { input: { email: ann.email, password: PASSWORD } });
  }
  // The shipped server that the template `billing-questions` needs.
  await world.saveServer(JSON.parse(await readFile('catalogue/stripe.json', 'utf8')));
  const mail = serverDocument('mail', { tools: ['find', 'send'] });
  await world.saveServer({ ...mail, credentials: [...mail.credentials, OAUTH] });
  const { id: stackId } = await createStack(world.account.ctx, {
    name: 'work',
    configuration: { isRecorded: true },
  });
  await addServerToStack(world.account.ctx, stackId, { serverId: 'mail', enableAllTools: true });
  await startJob(world.account.ctx, stackId, 'mail_find', { query: 'x' });
  await world.saveServer(TEAM);
  await placeTeam(world, stackId);
  const pages = await openPages(world.url, ann, stackId);
  const input = { stackId, toolId: 'mail_find', toolInput: { query: 'x' } };
  await pages.send('PlaygroundInvoke', { input });
  await eventually('the call is recorded', async () => (await pages.send('ActivityCalls', {})).includes('mail_find'));
  return {
    world,
    ann,
    bob,
    upstream,
    stackId,
    ...pages,
    close: async () => {
      await world.close();
      await upstream.close();
    },
  };
}

/** Queries whose responses contain the current time, so comparisons omit them. */
const BY_TIME = ['AccountLimits', 'RulesTry'];
const NO_ANSWERS: Answers = new Map();

async function openPages(url: string, { cookie }: Person, stackId: string) {
  const documents = await documentsOfDashboard();
  let answers = NO_ANSWERS;
  const ask = async (operation: string, variables: object): Promise<string> => {
    const text = documents.find(({ name }) => name === operation)?.text;
    if (text === undefined) throw new Error(`The dashboard does not send ${operation}`);
    const headers = { 'content-type': 'application/json', origin: url, cookie };
    const body = JSON.stringify({ query: text, variables: onlyDeclared(text, variables) });
    return (await fetch(`${url}/graphql`, { method: 'POST', headers, body })).text();
  };
  const queries = documents.filter(({ kind, name }) => kind === 'query' && !BY_TIME.includes(name));
  const shown = (text: string) => ({
    ...WINDOW,
    // Tool statistics need an order. All other lists use their default order.
    orderBy: text.includes('toolStatistics(') ? 'CALLS' : null,
    stackId,
    usageBy: 'PERSON',
    hasStack: false,
    // The version after the stack got its first server.
    number: 2,
    id: idShown(text, stackId),
    serverId: /calls\(|callCount\(|Statistics\(/.test(text) ? 'mail' : 'own',
    toolId: 'mail_find',
    secret: 'none',
  });
  return {
    send: ask,
    change: async (operation: string, input: object): Promise<void> => {
      const answer = await ask(operation, { input });
      if (/"errors":|Error"/.test(answer)) throw new Error(`${operation}: ${answer}`);
    },
    readAll: async (): Promise<Answers> => {
      const [, endpointId = 'none'] = /"id":"(endpoint_[^"]+)"/.exec(await ask('StacksEndpoints', shown(''))) ?? [];
      const [, approvalId] = /"id":"(approval_[^"]+)"/.exec(await ask('ApprovalsList', shown(''))) ?? [];
      const read: (readonly [string, string])[] = [];
      const left = queries.values();
      const readNext = async (): Promise<void> => {
        for (const { name, text } of left) {
          const variables = {
            ...shown(text),
            endpointId,
            ids: [endpointId],
            ...(name === 'ApprovalsOne' && { id: approvalId ?? 'none' }),
          };
          const answer = withoutLastUse(await ask(name, variables));
          if (answer.includes('of required type')) throw new Error(`${name} lacks a variable: ${answer}`);
          read.push([name, answer]);
        }
      };
      // As many at once as a browser sends over HTTP/1.1.
      await Promise.all(Array.from({ length: 6 }, readNext));
      answers = new Map(read);
      return answers;
    },
    idsIn: (operation: string): readonly string[] =>
      [...(answers.get(operation) ?? '').matchAll(/"id":"([^"]+)"/g)].map(([, id = '']) => id),
  };
}

/** Updated at most once a minute, and a minute may pass between two responses. */
const withoutLastUse = (answer: string): string => answer.replaceAll(/"last(Seen|Used)At":"[^"]*"/g, '');

/** Pages of one object request it by `id`: the stack, or the server that the changes import. */
const idShown = (text: string, stackId: string): string => (text.includes('server(by: {slug: $id})') ? 'own' : stackId);

const onlyDeclared = (text: string, variables: object): object =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => text.includes(`$${name}: `)));
