import { connect } from 'node:net';
import { type Attack, attack, flood } from '../attack.ts';
import { must, mutate, newAgent, newStack, newToolStack } from '../objects.ts';

const WIDTH = 32;
const SLOW_CLIENTS = 400;
const SUBSCRIPTIONS = 200;

/** Requests from anyone who can reach the port, and requests of one account other than calls. */
export const REQUEST_ATTACKS: readonly Attack[] = [
  attack({
    name: 'wrong-keys',
    description: 'requests with API keys that do not exist, 32 at a time',
    isShort: true,
    run: (attacker, _none, until) =>
      flood(attacker, { width: WIDTH, until }, (at) =>
        attacker.client.send(
          'GET',
          '/v1/stacks',
          undefined,
          `${attacker.apiKey.slice(0, -8)}${String(at).padStart(8, '0')}`,
        ),
      ),
  }),
  attack({
    name: 'sign-ins',
    description: 'sign-ins with wrong passwords, 32 at a time',
    creates: ['signIn'],
    isShort: true,
    run: (attacker, _none, until) =>
      flood(attacker, { width: WIDTH, until }, (at) => {
        const query = 'mutation ($input: SignInInput!) { signIn(input: $input) { __typename } }';
        const input = { email: `someone-${at}@example.com`, password: 'a wrong password' };
        return attacker.visitor.send('POST', '/graphql', { query, variables: { input } });
      }),
  }),
  attack({
    name: 'client-registrations',
    description: 'registrations of OAuth clients by anybody, 32 at a time',
    isShort: true,
    run: (attacker, _none, until) =>
      flood(attacker, { width: WIDTH, until }, (at) =>
        attacker.visitor.send('POST', '/oauth/register', {
          client_name: `client ${at}`,
          redirect_uris: ['https://client.example.com/callback'],
        }),
      ),
  }),
  attack({
    name: 'hostile-graphql',
    description: 'documents of 250 KB: brackets, aliases, fragments that name each other',
    isShort: true,
    run: (attacker, _none, until) =>
      flood(attacker, { width: 8, until }, (at) => {
        const documents = [
          `{ ${'['.repeat(100_000)} }`,
          `{ ${Array.from({ length: 10_000 }, (_, alias) => `a${alias}: __typename`).join(' ')} }`,
          `{ ...f0 } ${Array.from({ length: 4_000 }, (_, n) => `fragment f${n} on Query { ...f${n + 1} ...f${n + 2} }`).join(' ')}`,
          `query ($v: JSON = ${'['.repeat(2_000)}${']'.repeat(2_000)}) { __typename }`,
        ];
        return attacker.client.send('POST', '/graphql', { query: documents[at % documents.length] });
      }),
  }),
  attack({
    name: 'nested-lists',
    description: 'GraphQL lists of 100 inside lists of 100, of an account with 40 stacks of 20 endpoints',
    isShort: true,
    prepare: async (attacker) => {
      for (let at = 0; at < 25; at += 1) await must(mutate(attacker, 'createStack', { name: `stack ${at}` }));
    },
    run: (attacker, _none, until) => {
      const query = `{ stacks(first: 100) { edges { node { id name servers(first: 100) { edges { node { server { id name } } } } } } }
        marketplaceServers(first: 100) { edges { node { id name description tools(first: 100) { edges { node { id description inputSchema } } } } } } }`;
      return flood(attacker, { width: 8, until }, () => attacker.client.send('POST', '/graphql', { query }));
    },
  }),
  attack({
    name: 'large-bodies',
    description: 'bodies of a megabyte of small values, 16 at a time',
    isShort: true,
    prepare: (attacker) => newStack(attacker, 'bodies'),
    run: (attacker, stackId, until) => {
      const body = JSON.stringify({ enabled_tools: Array.from({ length: 240_000 }, (_, at) => at % 10) });
      const path = `/v1/stacks/${stackId}/servers/none/tools`;
      return flood(attacker, { width: 16, until }, () => attacker.client.send('PUT', path, body));
    },
  }),
  attack({
    name: 'slow-clients',
    description: `${SLOW_CLIENTS} connections that send a byte of a request a second`,
    isShort: true,
    run: async (attacker, _none, until) => {
      const { hostname, port } = new URL(attacker.url);
      const sockets = Array.from({ length: SLOW_CLIENTS }, () => {
        const socket = connect(Number(port), hostname).on('error', () => undefined);
        socket.write('POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n');
        return socket;
      });
      const timer = setInterval(() => {
        for (const socket of sockets) if (socket.writable) socket.write('X');
      }, 1_000);
      await new Promise((resolve) => until.addEventListener('abort', resolve));
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  }),
  attack({
    name: 'subscriptions',
    description: `${SUBSCRIPTIONS} GraphQL subscriptions of one account, while the watched data changes`,
    isShort: true,
    run: async (attacker, _none, until) => {
      const query = 'subscription { auditEvents { id } }';
      for (let at = 0; at < SUBSCRIPTIONS; at += 1) {
        void attacker.client.stream('/graphql', { query }).then((answer) => attacker.note(answer));
      }
      await flood(attacker, { width: 4, until }, (at) => mutate(attacker, 'createStack', { name: `s ${at}` }));
    },
  }),
  attack({
    name: 'mcp-messages',
    description: 'MCP calls of an agent with a megabyte of arguments, 16 at a time',
    isShort: true,
    prepare: async (attacker) => {
      const stackId = await newToolStack(attacker, 'spoken', { path: '/echo' });
      return newAgent(attacker, stackId);
    },
    run: (attacker, { clientId, token }, until) => {
      const params = { name: 'spoken_run', arguments: { text: 'x'.repeat(1_000_000) } };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      return flood(attacker, { width: 16, until }, () =>
        attacker.client.send('POST', `/s/${clientId}/mcp`, body, token),
      );
    },
  }),
];
