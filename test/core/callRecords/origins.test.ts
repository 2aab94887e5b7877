import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approveCall, listApprovals } from '../../../src/core/approvals/approval.ts';
import { setCredentials } from '../../../src/core/credentials/credential.ts';
import { type CallId, toApprovalId, toServerId } from '../../../src/core/kernel/ids.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import type { CallRecord } from '../../../src/generated/prisma/client.ts';
import { eventually } from '../../harness/eventually.ts';
import { someOf } from '../../harness/wholeTables.ts';
import { END_USER, openSurfaces, TRACE_ID, type Way } from './surfaces.ts';

const { api, world, endpoint, rules, close, lines, sent, send, surfaces: SURFACES } = await openSurfaces();
afterAll(close);

const { clientId, stackId } = endpoint;
const { apiKey } = world.account;

beforeAll(async () => {
  const held = { tools: ['bank_pay', 'sick_tell'], effect: 'ask', name: 'who pays' };
  await rules(held, { tools: ['bank_close'], effect: 'deny', name: 'hands off', message: 'x'.repeat(400) });
});

type End = {
  readonly tool: string;
  readonly input?: object;
  readonly status?: number;
  readonly isSent?: boolean;
  readonly decision: string | null;
  readonly error: unknown;
};

/** Every possible outcome of a call. */
const ENDS: Readonly<Record<string, End>> = {
  ok: { tool: 'bank_read', status: 200, isSent: true, decision: 'allowed', error: null },
  upstream_refused: {
    tool: 'sick_refuse',
    status: 401,
    isSent: true,
    decision: 'allowed',
    error: 'the upstream refused the call (401): no luck at http://x.test/',
  },
  upstream_error: {
    tool: 'sick_fail',
    status: 503,
    isSent: true,
    decision: 'allowed',
    error: 'the upstream answered 503: no luck at http://x.test/',
  },
  address_refused: { tool: 'gone_call', isSent: true, decision: 'allowed', error: expect.stringContaining('address') },
  denied: {
    tool: 'bank_close',
    decision: 'denied',
    error: expect.stringMatching(/^the rule “hands off” denies .*…?$/),
  },
  invalid_input: {
    tool: 'bank_read',
    input: { amount: 'much' },
    decision: null,
    error: 'Invalid input parameters for tool bank_read',
  },
  approval_required: { tool: 'bank_pay', decision: 'held', error: expect.stringContaining('requires an approval') },
};

async function recordOf(requestId: string): Promise<CallRecord> {
  const find = () => world.edge.deps.db.callRecord.findFirst({ where: { requestId } });
  await eventually(`${requestId} is recorded`, async () => (await find()) !== null);
  const row = await find();
  if (!row) throw new Error('it was there');
  return row;
}

const UNSENT = { input: { amount: 1 }, status: null, isSent: false };

const ALL = Object.entries(SURFACES).flatMap(([surface, { kind, way }]) =>
  Object.entries(ENDS).map(([outcome, end]) => ({ surface, kind, way, outcome, ...UNSENT, ...end })),
);
// Includes every call that waits for an approval, because the tests below approve them.
const some = new Set(someOf(ALL, 12));
const CASES = ALL.filter((each) => some.has(each) || each.outcome === 'approval_required');

const recorded = new Set<CallId>();

type Case = (typeof ALL)[number];

const expectedOf = ({ surface, kind, outcome, status, decision, error }: Case): object => ({
  surface,
  outcome,
  callerKind: kind,
  callerId: expect.stringMatching(kind === 'agent' ? /^token_/ : /^key_/),
  endpointId: kind === 'agent' ? expect.stringMatching(/^endpoint_/) : null,
  endUser: END_USER,
  traceId: TRACE_ID,
  decision,
  approvalId: decision === 'held' ? expect.stringMatching(/^approval_/) : null,
  upstreamStatus: status,
  error,
});

/** A call's log line: its row's fields and its destination. */
const expectedLine = ({ outcome, isSent }: Case, row: CallRecord): object => ({
  msg: 'tool called',
  accountId: row.accountId,
  stackId,
  ...(row.endpointId === null ? {} : { endpointId: row.endpointId }),
  callerId: row.callerId,
  server: row.serverId,
  toolId: row.toolId,
  outcome,
  ...(row.error === null ? {} : { cause: row.error }),
  ...(row.upstreamStatus === null ? {} : { upstreamStatus: row.upstreamStatus, upstreamHost: new URL(api.url).host }),
  attempts: isSent ? 1 : 0,
  latencyMs: row.latencyMs,
  queueMs: row.queueMs,
  ownMs: row.ownMs,
  upstreamMs: row.upstreamMs,
  traceId: TRACE_ID,
});

/** A request's log lines, complete when the request ends. */
async function linesOf(requestId: string): Promise<readonly Record<string, unknown>[]> {
  const logged = () =>
    lines.filter(({ reqId, msg }) => reqId === requestId && (msg === 'request' || msg === 'tool called'));
  await eventually(`${requestId} is logged`, async () => logged().some(({ msg }) => msg === 'request'));
  return logged();
}

/** The callers' credentials. */
const HIDDEN = new RegExp([apiKey, endpoint.token].join('|'));

it.each(CASES)('over $surface, $outcome: records the caller, the decision and the reason', async (testCase) => {
  const { surface, way, outcome, tool, input, isSent } = testCase;
  const requestId = `req-${surface}-${outcome}`;
  await (await way(tool, input, requestId)).text();
  const row = await recordOf(requestId);
  recorded.add(row.id);
  expect(row).toMatchObject(expectedOf(testCase));
  const times = [row.queueMs, row.ownMs, row.upstreamMs].map((ms) => ms ?? Number.NaN);
  expect(times.every((ms) => Number.isInteger(ms) && ms >= 0)).toBe(true);
  expect((row.ownMs ?? 0) + (row.upstreamMs ?? 0)).toBeLessThanOrEqual(row.latencyMs + 1);
  if (!isSent) expect(row.upstreamMs).toBe(0);
  const logged = await linesOf(requestId);
  expect(logged).toEqual([
    expect.objectContaining(expectedLine(testCase, row)),
    expect.objectContaining({ msg: 'request' }),
  ]);
  expect(logged[1]).toMatchObject({ accountId: row.accountId, address: '127.0.0.1', method: 'POST' });
  expect(JSON.stringify(logged)).not.toMatch(HIDDEN);
});

it('an approved call names its approval', async () => {
  for (const approval of await listApprovals(world.account.ctx, { state: 'pending' })) {
    await approveCall(world.account.ctx, toApprovalId(approval.id), {});
  }
  for (const [surface, { way }] of Object.entries(SURFACES)) {
    await (await way('bank_pay', { amount: 1 }, `req-approved-${surface}`)).text();
    const { outcome, decision, approvalId } = await recordOf(`req-approved-${surface}`);
    // The key's call over `/v1` used the approval that the GraphQL call would have needed.
    const isAgain = surface === 'mcp' || surface === 'graphql';
    expect([surface, outcome, decision]).toEqual(
      isAgain ? [surface, 'approval_required', 'held'] : [surface, 'ok', 'approved'],
    );
    expect(approvalId).toMatch(/^approval_/);
  }
});

it('an approved call with an unsendable input names its approval', async () => {
  const way = SURFACES['endpoint_api']?.way;
  const unusable = { note: 'one\r\ntwo' };
  await (await way?.('sick_tell', unusable, 'req-asked'))?.text();
  const { approvalId } = await recordOf('req-asked');
  await approveCall(world.account.ctx, toApprovalId(approvalId ?? ''), {});
  await (await way?.('sick_tell', unusable, 'req-unusable'))?.text();
  const error = expect.stringContaining('x-note');
  const row = await recordOf('req-unusable');
  expect(row).toMatchObject({
    outcome: 'invalid_input',
    decision: 'approved',
    approvalId,
    upstreamStatus: null,
    error,
  });
  expect(row.error).not.toContain('two');
});

it.each([
  ['ahostsecret12345', true],
  ['AHostSecret12345', true],
  ['AnnTheUser', false],
])(
  'a credential in a host, %s, appears in no log or record; a secret one (%s) in no answer',
  async (secret, isSecret) => {
    const { ctx } = world.account;
    const id = `hooks-${secret.slice(0, 2).toLowerCase()}-${secret === secret.toLowerCase() ? 'lower' : 'mixed'}`;
    const request = { kind: 'template' as const, method: 'GET' as const, path: '/' };
    const tools = [{ name: 'call', description: '', inputSchema: { type: 'object' }, request }];
    const credentials = [{ id: 'key', name: 'Key', required: true, secret: isSecret }];
    await saveServer(ctx, {
      ...{ id, name: id, tools, credentials },
      connector: { kind: 'http', baseUrl: 'http://{key}.hooks.invalid' },
    });
    await addServerToStack(ctx, stackId, { serverId: id, enableAllTools: true });
    await setCredentials(ctx, stackId, toServerId(id), { credentials: { key: secret } });
    for (const [surface, { way }] of Object.entries(SURFACES)) {
      const requestId = `req-host-${id}-${surface}`;
      const answer = await (await way(`${id}_call`, {}, requestId)).text();
      const lineTexts = JSON.stringify([isSecret ? answer : '', await recordOf(requestId), await linesOf(requestId)]);
      expect(lineTexts).toContain('[redacted].hooks.invalid');
      expect(lineTexts.toLowerCase()).not.toContain(secret.toLowerCase());
    }
  },
);

it(`all ${CASES.length} cases, ${Object.keys(SURFACES).length} surfaces by ${Object.keys(ENDS).length} ends, were recorded`, () => {
  expect(recorded.size).toBe(CASES.length);
});

describe('the trace of a request', () => {
  const reached = async (way: Way, requestId: string) => {
    await (await way('bank_read', { amount: 1 }, requestId)).text();
    return api.requests.at(-1)?.headers['traceparent'];
  };

  it.each(Object.entries(SURFACES))('over %s continues at the upstream with a new span', async (surface, { way }) => {
    sent.traceparent = `00-${TRACE_ID}-00f067aa0ba902b7-03`;
    const spans = [await reached(way, `req-trace-1-${surface}`), await reached(way, `req-trace-2-${surface}`)];
    for (const span of spans) expect(span).toMatch(new RegExp(`^00-${TRACE_ID}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`));
    expect(new Set(spans).size).toBe(2);
  });

  it.each([null, `00-${TRACE_ID}-short-01`, `ff-${TRACE_ID}-00f067aa0ba902b7-01`])(
    'is absent with %s',
    async (traceparent) => {
      sent.traceparent = traceparent;
      for (const [surface, { way }] of Object.entries(SURFACES)) {
        const requestId = `req-untraced-${traceparent?.slice(0, 2)}-${traceparent?.length}-${surface}`;
        expect(await reached(way, requestId)).toBeUndefined();
        expect((await recordOf(requestId)).traceId).toBe(null);
      }
    },
  );

  it('may come in the `_meta` of an MCP message, which takes precedence', async () => {
    sent.traceparent = `00-${'a'.repeat(32)}-00f067aa0ba902b7-01`;
    const _meta = { traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-00` };
    const params = { name: 'bank_read', arguments: { amount: 1 }, _meta };
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    await (await send(`/s/${clientId}/mcp`, endpoint.token, 'req-meta', call)).text();
    expect(api.requests.at(-1)?.headers['traceparent']).toMatch(new RegExp(`^00-${TRACE_ID}-[0-9a-f]{16}-00$`));
    expect((await recordOf('req-meta')).traceId).toBe(TRACE_ID);
  });
});
