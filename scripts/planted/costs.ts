import type { Fault } from './fault.ts';

const egress = 'src/connectors/egress';
const egressTests = 'test/connectors/egress';

/** One account's cost to others. */
export const COSTS: readonly Fault[] = [
  {
    guarantee: 'counted bounds of an account hold',
    file: 'src/core/limits/countedBounds.ts',
    from: 'if (used + more > max) throw boundReached(name, max);',
    to: '',
    test: 'test/core/limits/counts.test.ts',
  },
  {
    guarantee: 'bounds in bytes hold',
    file: 'src/core/limits/countedBounds.ts',
    from: "if ((await used) - already >= max) throw boundReached(name, max, 'rate_limited');",
    to: '',
    test: 'test/core/limits/atBounds.test.ts',
  },
  {
    guarantee: 'connections are bounded for each account and origin',
    file: `${egress}/egress.ts`,
    from: 'if (accountId === null) return shared;',
    to: 'if (accountId !== undefined) return shared;',
    test: `${egressTests}/ownConnections.test.ts`,
  },
  {
    guarantee: 'those who wait are bounded for each account',
    file: 'src/core/lib/fairQueue.ts',
    from: "if (semaphore.waitingOf(owner) >= waitingPerAccountMax) throw refusal('rate_limited', messages.tooMany);",
    to: '',
    test: 'test/core/lib/fairQueue.test.ts',
  },
  {
    guarantee: 'an answer in very many pieces is refused',
    file: `${egress}/exchange.ts`,
    from: 'this.#count > SMALL_PIECES_MAX &&',
    to: 'this.#count < 0 &&',
    test: `${egressTests}/smallPieces.test.ts`,
  },
  {
    guarantee: 'handshakes with unproven servers are few',
    file: `${egress}/handshakes.ts`,
    from: 'turn.withUnproven < turn.unprovenMax && ',
    to: '',
    test: `${egressTests}/handshakes.test.ts`,
  },
  {
    guarantee: 'a server asks for no other handshake',
    file: `${egress}/connect.ts`,
    from: 'constants.SSL_OP_NO_RENEGOTIATION',
    to: '0',
    test: `${egressTests}/egressTls.test.ts`,
  },
  {
    guarantee: 'stacks are locked before their account',
    file: 'src/core/policies/policyRule.ts',
    from: '    await lockStacksOf(tx, data);\n',
    to: '',
    test: 'test/core/lockOrder.test.ts',
  },
  {
    guarantee: 'JSON that is nested too deep is refused',
    file: 'src/core/lib/json.ts',
    from: 'return levels > levelsMax;',
    to: 'return levels > 100 * levelsMax;',
    test: 'test/rest/nesting.test.ts',
  },
  {
    guarantee: 'a call ends at its deadline',
    file: 'src/core/calls/callUpstream.ts',
    from: '[setTimeout(expire, timeoutMs), performance.now()]',
    to: '[setTimeout(expire, 100 * timeoutMs), performance.now()]',
    test: 'test/rest/server.test.ts',
  },
  {
    guarantee: 'schemas that are not proven cheap are compiled in a thread',
    file: 'src/core/schemas/inputValidator.ts',
    from: 'if (!isCheap(checked)) return inWorker;',
    to: 'if (checked === null) return inWorker;',
    test: 'test/core/schemas/inputValidator.test.ts',
  },
  {
    guarantee: 'documents of megabytes are written past what would read them once more',
    file: 'src/graphql/types/marketplaceServer.ts',
    from: 'bytes > 0 && bytes < LARGE_BYTES',
    to: 'bytes >= 0',
    test: 'test/graphql/largeDocuments.test.ts',
  },
  {
    guarantee: 'requests are spread over turns of the event loop',
    file: 'src/core/lib/eventLoopScheduler.ts',
    from: 'if (isBusy) return queues.count() === 0 && hasTime();',
    to: 'if (isBusy) return true;',
    test: 'test/core/lib/eventLoopScheduler.test.ts',
  },
  {
    guarantee: 'open work of an account is bounded',
    file: 'src/core/limits/slots.ts',
    from: 'if (used >= boundOf(actor, name)) return null;',
    to: '',
    test: 'test/core/limits/slots.test.ts',
  },
  {
    guarantee: 'answers of upstreams in memory are bounded for each account',
    file: 'src/core/limits/answerBytes.ts',
    from: 'if (own > max) cut(held, boundReached(NAME, max).message);',
    to: '',
    test: 'test/core/limits/answerBytes.test.ts',
  },
  {
    guarantee: 'inputs with very many members are refused',
    file: 'src/core/lib/parse.ts',
    from: 'countMembers(value) > MEMBERS_MAX ||',
    to: 'countMembers(value) < 0 ||',
    test: 'test/core/lib/parse.test.ts',
  },
  {
    guarantee: 'megabytes are sealed in turns',
    file: 'src/core/kernel/vault/sealText.ts',
    from: 'await nextTurn();',
    to: '',
    test: 'test/core/kernel/vault/sealInTurns.test.ts',
  },
  {
    guarantee: 'an exhausted pool is unavailable, not a fault',
    file: 'src/core/lib/databaseFault.ts',
    from: "  ['timeout exceeded when trying to connect', NO_CONNECTION],\n",
    to: '',
    test: 'test/rest/exhaustedPool.test.ts',
  },
];
