/** A wall taken away: a piece of a file, what stands in its place, and the tests that must notice. */
export type Fault = {
  /** What does not hold any more. */
  readonly what: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly test: string;
};

const egress = 'src/connectors/egress';
const egressTests = 'test/connectors/egress';

/** In the order of `docs/security.md`: what leaves, where credentials go, what one account costs others, the rest. */
export const FAULTS: readonly Fault[] = [
  {
    what: 'only allowed addresses are dialled',
    file: `${egress}/connect.ts`,
    from: 'found.length === 0 || !found.every(isAllowed)',
    to: 'found.length === 0',
    test: `${egressTests}/egressForms.test.ts`,
  },
  {
    what: 'redirects stay at their origin',
    file: `${egress}/egress.ts`,
    from: "url === null || url.origin !== origin || url.username !== ''",
    to: "url === null || url.username !== ''",
    test: `${egressTests}/egress.test.ts`,
  },
  {
    what: 'addresses of strangers get no private allowance',
    file: `${egress}/egress.ts`,
    from: '(isIndirect ? indirectAgents : agents)',
    to: 'agents',
    test: `${egressTests}/indirect.test.ts`,
  },
  {
    what: 'programs reach through their proxy what tools may reach, and nothing else',
    file: `${egress}/connect.ts`,
    from: 'found.length === 0 || !found.every(isAllowed)',
    to: 'found.length === 0',
    test: 'test/connectors/stdio/programProxy.test.ts',
  },
  {
    what: 'programs of a plain machine are confined unless the operator says otherwise',
    file: 'src/connectors/stdio/confinement.ts',
    from: 'return settings.isUnconfinedAllowed ? unconfined(prefix) : nodePermissions(prefix);',
    to: 'return unconfined(prefix);',
    test: 'test/connectors/stdio/plainMachine.test.ts',
  },
  {
    what: 'an operation at another origin gets no credentials',
    file: 'src/connectors/http/call.ts',
    from: 'const call = isIndirect ? { ...given, credentials: [] } : given;',
    to: 'const call = given;',
    test: 'test/connectors/openapi/foreignOrigin.test.ts',
  },
  {
    what: 'a preview says which origins get none',
    file: 'src/connectors/openapi/readTools.ts',
    from: '...foreignOrigins(server), ',
    to: '',
    test: 'test/connectors/openapi/foreignOrigin.test.ts',
  },
  {
    what: 'a credential is bound to its destination',
    file: 'src/core/credentials/store.ts',
    from: 'revision, destination: destination.bound }',
    to: "revision, destination: '' }",
    test: 'test/core/credentials/destination.test.ts',
  },
  {
    what: 'a credential whose destination changes is missing until it is entered again',
    file: 'src/core/marketplace/saveServer.ts',
    from: 'const moved = destinations ? await markMoved(ctx, tx, server, destinations) : [];',
    to: 'const moved: never[] = [];',
    test: 'test/core/credentials/destination.test.ts',
  },
  {
    what: 'what a server tells of its tools is scrubbed',
    file: 'src/core/marketplace/discovered.ts',
    from: 'description: scrubber.text(description),',
    to: 'description,',
    test: 'test/core/marketplace/discovered.test.ts',
  },
  {
    what: 'the scrubber knows percent escapes',
    file: 'src/core/results/escapes.ts',
    from: 'return byte < 0 ? null : { length: 3, byte };',
    to: 'return byte < 256 ? null : { length: 3, byte };',
    test: 'test/core/results/notations.test.ts',
  },
  {
    what: 'the audit chain is keyed',
    file: 'src/core/audit/chain.ts',
    from: 'if (key === null) return digestOf',
    to: 'if (key !== undefined) return digestOf',
    test: 'test/core/audit/attacks.test.ts',
  },
  {
    what: 'a restored credential is found',
    file: 'src/core/audit/verify.ts',
    from: 'await findUnrecorded(',
    to: 'await (async (..._: unknown[]) => null)(',
    test: 'test/core/audit/attacks.test.ts',
  },
  {
    what: 'counted bounds of an account hold',
    file: 'src/core/limits/countedBounds.ts',
    from: 'if (used + more > max) throw boundReached(name, max);',
    to: '',
    test: 'test/core/limits/counts.test.ts',
  },
  {
    what: 'bounds in bytes hold',
    file: 'src/core/limits/countedBounds.ts',
    from: "if ((await used) >= max) throw boundReached(name, max, 'rate_limited');",
    to: '',
    test: 'test/core/limits/atBounds.test.ts',
  },
  {
    what: 'connections are bounded for each account and origin',
    file: `${egress}/agents.ts`,
    from: 'if (accountId === null) return shared;',
    to: 'if (accountId !== undefined) return shared;',
    test: `${egressTests}/ownConnections.test.ts`,
  },
  {
    what: 'those who wait are bounded for each account',
    file: 'src/core/lib/fairQueue.ts',
    from: "if (lines.countOf(owner) >= waitingPerAccountMax) throw refusal('rate_limited', messages.tooMany);",
    to: '',
    test: 'test/core/lib/fairQueue.test.ts',
  },
  {
    what: 'an answer in very many pieces is refused',
    file: `${egress}/exchange.ts`,
    from: 'this.#count > SMALL_PIECES_MAX &&',
    to: 'this.#count < 0 &&',
    test: `${egressTests}/smallPieces.test.ts`,
  },
  {
    what: 'handshakes with unproven servers are few',
    file: `${egress}/handshakes.ts`,
    from: 'turn.withUnproven < turn.unprovenMax && ',
    to: '',
    test: `${egressTests}/handshakes.test.ts`,
  },
  {
    what: 'a server asks for no other handshake',
    file: `${egress}/connect.ts`,
    from: 'constants.SSL_OP_NO_RENEGOTIATION',
    to: '0',
    test: `${egressTests}/egressTls.test.ts`,
  },
  {
    what: 'stacks are locked before their account',
    file: 'src/core/policies/policyRule.ts',
    from: '    await lockStacksOf(tx, data);\n',
    to: '',
    test: 'test/core/lockOrder.test.ts',
  },
  {
    what: 'the sign-in page leads to its own origin alone',
    file: 'web/src/pages/signin/nextPage.ts',
    from: 'url.origin === window.location.origin ? url.origin + url.pathname',
    to: 'url.origin === window.location.origin ? url.pathname',
    test: 'test/web/nextPage.test.ts',
  },
  {
    what: 'nobody is sent to a website of whoever registered its address',
    file: 'src/core/authorization/redirectUri.ts',
    from: "URL.parse(uri)?.protocol === 'https:';",
    to: "URL.parse(uri)?.protocol === 'none:';",
    test: 'test/oauth/consent.test.ts',
  },
  {
    what: 'clients register known schemes alone',
    file: 'src/core/authorization/redirectUri.ts',
    from: 'return PRIVATE_SCHEME.test(url.protocol) || CLIENT_SCHEMES.has(url.protocol);',
    to: 'return true;',
    test: 'test/core/authorization/redirectUri.test.ts',
  },
  {
    what: 'JSON that is nested too deep is refused',
    file: 'src/core/lib/json.ts',
    from: 'return levels > levelsMax;',
    to: 'return levels > 100 * levelsMax;',
    test: 'test/rest/nesting.test.ts',
  },
  {
    what: 'a visitor is no operator',
    file: 'src/core/scope.ts',
    from: "    case 'visitor':\n      throw forbidden();\n  }\n}\n\n/** Selects stacks:",
    to: "      throw forbidden();\n    case 'visitor':\n      return {};\n  }\n}\n\n/** Selects stacks:",
    test: 'test/core/scope.test.ts',
  },
  {
    what: 'a key without the right may not invite or remove people',
    file: 'src/core/scope.ts',
    from: '  if (hasRight(actor, right)) return;',
    to: "  if (hasRight(actor, right) || right === 'admin') return;",
    test: 'test/core/people/roles.test.ts',
  },
  {
    what: 'a call ends at its deadline',
    file: 'src/core/calls/askUpstream.ts',
    from: 'performance.now(), 0, setTimeout(passed, ms)]',
    to: 'performance.now(), 0, setTimeout(passed, 100 * ms)]',
    test: 'test/rest/server.test.ts',
  },
];
