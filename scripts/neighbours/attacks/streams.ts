import { type Attack, attack, burst } from '../attack.ts';
import { textIn } from '../client.ts';
import { must, mutate, newStack } from '../objects.ts';

export const STREAM_ATTACKS: readonly Attack[] = [
  attack({
    name: 'change-streams',
    says: '1,024 streams of changes over 64 endpoints of one account, while its stack changes',
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
      const listen = {
        ...{ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen' },
        params: { subscriptions: ['tools'] },
      };
      void burst(attacker, endpoints.length * 16, (at) => {
        const { clientId = '', token = '' } = endpoints[at % endpoints.length] ?? {};
        return attacker.client.send('POST', `/s/${clientId}/mcp`, listen, token);
      });
      for (let at = 0; at < 5 && !until.aborted; at += 1) {
        await must(attacker.client.send('PUT', `/v1/stacks/${stackId}`, { stack_name: `w${at}` }));
      }
      await new Promise((resolve) => until.addEventListener('abort', resolve));
    },
  }),
];
