import { type Attack, attack, burst } from '../attack.ts';
import { textIn } from '../client.ts';
import { must, mutate, newStack } from '../objects.ts';

const REVISION = '2026-07-28';
const METHOD = 'subscriptions/listen';
/** Only the stateless revision has change streams, and each message names that revision. */
const LISTEN = {
  ...{ jsonrpc: '2.0', id: 1, method: METHOD },
  params: {
    notifications: { toolsListChanged: true },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': REVISION,
      'io.modelcontextprotocol/clientInfo': { name: 'attacker', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};
const HEADERS = { 'mcp-protocol-version': REVISION, 'mcp-method': METHOD };

export const STREAM_ATTACKS: readonly Attack[] = [
  attack({
    name: 'change-streams',
    description: '880 streams of changes over 55 endpoints of one account, while its stack changes',
    creates: ['createClientEndpoint'],
    isShort: true,
    prepare: async (attacker) => {
      const stackId = await newStack(attacker, 'watched');
      const endpoints: { clientId: string; token: string }[] = [];
      for (let at = 0; at < 55; at += 1) {
        const selection = 'token endpoint { clientId }';
        const made = await mutate(attacker, 'createClientEndpoint', { stackId, name: `e${at}` }, selection);
        if (made.status !== 200) break;
        const body: unknown = JSON.parse(made.text);
        const path = 'data.createClientEndpoint';
        const clientId = textIn(body, `${path}.endpoint.clientId`);
        if (clientId !== '') endpoints.push({ clientId, token: textIn(body, `${path}.token`) });
      }
      return { stackId, endpoints };
    },
    run: async (attacker, { stackId, endpoints }, until) => {
      void burst(attacker, endpoints.length * 16, (at) => {
        const { clientId = '', token = '' } = endpoints[at % endpoints.length] ?? {};
        return attacker.client.stream(`/s/${clientId}/mcp`, LISTEN, { token, headers: HEADERS });
      });
      for (let at = 0; at < 5 && !until.aborted; at += 1) {
        await must(attacker.client.send('PUT', `/v1/stacks/${stackId}`, { stack_name: `w${at}` }));
      }
      await new Promise((resolve) => until.addEventListener('abort', resolve));
    },
  }),
];
