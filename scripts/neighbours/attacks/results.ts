import { type Attack, type Attacker, attack, flood } from '../attack.ts';
import { textIn } from '../client.ts';
import { invoke, must, mutate, newToolStack } from '../objects.ts';

const MIB = 1_048_576;
const LARGE = Math.floor(3.9 * MIB);

type Large = {
  readonly name: string;
  readonly description: string;
  readonly path: string;
  readonly creates?: readonly string[];
  prepare?(attacker: Attacker, stackId: string): Promise<unknown>;
  send(attacker: Attacker, stackId: string, at: number): ReturnType<typeof invoke>;
};

/** Calls of a tool, `large_run`, with the largest allowed result. */
const large = ({ name, description, path, creates = [], prepare, send }: Large): Attack =>
  attack<string>({
    ...{ name, description, creates },
    isShort: true,
    prepare: async (attacker) => {
      const stackId = await newToolStack(attacker, 'large', { path });
      await prepare?.(attacker, stackId);
      return stackId;
    },
    run: (attacker, stackId, until) => flood(attacker, { width: 4, until }, (at) => send(attacker, stackId, at)),
  });

export const RESULT_ATTACKS: readonly Attack[] = [
  large({
    name: 'idempotency-results',
    description: '20 calls a minute with a key of their own, each answered with 4 MB',
    creates: ['invokeTool'],
    path: `/bytes/${LARGE}`,
    send: (attacker, stackId, at) =>
      mutate(attacker, 'invokeTool', { stackId, toolId: 'large_run', toolInput: {}, idempotencyKey: `key-${at}` }),
  }),
  large({
    name: 'repeated-results',
    description: 'a call answered with 4 MB, repeated by its key, 4 at a time',
    path: `/bytes/${LARGE}`,
    send: (attacker, stackId) =>
      mutate(attacker, 'invokeTool', { stackId, toolId: 'large_run', toolInput: {}, idempotencyKey: 'once' }),
  }),
  large({
    name: 'large-results',
    description: 'calls each answered with 4 MB, 4 at a time',
    path: `/bytes/${LARGE}`,
    send: (attacker, stackId) => invoke(attacker, stackId, 'large_run'),
  }),
  large({
    name: 'kept-results',
    description: 'results of 4 MB of which 256 bytes are sent and the rest is kept',
    path: `/bytes/${LARGE}`,
    send: (attacker, stackId) => invoke(attacker, stackId, 'large_run', { tool_input: {}, max_bytes: 256 }),
  }),
  attack<string>({
    name: 'read-results',
    description: 'parts of 3.5 MB of a kept result, read 4 at a time',
    isShort: true,
    prepare: async (attacker) => {
      const stackId = await newToolStack(attacker, 'large', { path: `/bytes/${LARGE}` });
      const stored = await must(invoke(attacker, stackId, 'large_run', { tool_input: {}, max_bytes: 3_500_000 }));
      return `/v1/stacks/${stackId}/results/${textIn(stored, 'result.handle')}`;
    },
    run: (attacker, path, until) => flood(attacker, { width: 4, until }, () => attacker.client.send('GET', path)),
  }),
  large({
    name: 'scrubbed-results',
    description: 'answers of 1 MB in nested notations, to calls with a credential',
    path: `/escaped/${MIB}`,
    prepare: async (attacker, stackId) => {
      const document = {
        id: 'large',
        name: 'large',
        credentials: [{ id: 'key', name: 'Key', required: true, placement: { in: 'header', name: 'authorization' } }],
        connector: { kind: 'http', baseUrl: attacker.upstream.origin },
        tools: [
          {
            name: 'run',
            inputSchema: { type: 'object' },
            request: { kind: 'template', method: 'POST', path: `/escaped/${MIB}` },
          },
        ],
      };
      await must(mutate(attacker, 'importServer', { document }));
      const credentials = { key: 'a-secret-of-the-attacker' };
      await must(mutate(attacker, 'setCredentials', { stackId, serverId: 'large', credentials }));
    },
    send: (attacker, stackId) => invoke(attacker, stackId, 'large_run'),
  }),
  large({
    name: 'selections',
    description: 'JMESPath over results of 100,000 rows',
    path: '/rows/100000',
    send: (attacker, stackId) =>
      invoke(attacker, stackId, 'large_run', {
        tool_input: {},
        select: 'data.rows[?id > `5`].{a: id, b: name, c: id, d: name} | sort_by(@, &b) | [0:10]',
      }),
  }),
];
