import type { OpenCredential, ToolCall } from '../../src/core/calls/connector.ts';
import { type AllowDecision, decideAboutServer } from '../../src/core/decisions/decide.ts';
import { type ServerKey, toAccountId, toServerId, toStackId } from '../../src/core/kernel/ids.ts';
import type { ToolRequest } from '../../src/core/servers/toolRequest.ts';
import { toolRequestSchema } from '../../src/core/servers/toolRequest.ts';
import { createLimiter } from '../../src/store/limiter.ts';

/** A test's options for a call; the server's row is a string. */
export type CallOptions = Partial<Omit<ToolCall, 'serverId'>> & { readonly serverId?: string };
type HttpCallOptions = Omit<CallOptions, 'request'> & { readonly request: unknown };

/** A server row id that the test chooses; the product generates its own ids. */
export const serverKey = (text: string): ServerKey => text as ServerKey;

const UNRULED = await decideAboutServer(
  {
    actor: { kind: 'operator', accountId: null },
    endUser: null,
    now: () => new Date(),
    limiter: createLimiter({ limits: 'off', shared: null }),
    signal: new AbortController().signal,
  },
  { policies: null },
  { slug: toServerId('any') },
);

function permitIn(decision: typeof UNRULED): AllowDecision {
  if ('kind' in decision) throw new Error('nothing is refused where there are no rules');
  return decision;
}

/** For connector calls without policy: the decision if there are no rules. */
export const PERMIT = permitIn(UNRULED);

/** A request document with its defaults. */
export const toolRequest = (request: unknown): ToolRequest => toolRequestSchema.parse(request);

/** A call that names no files, and cannot store a long answer. */
export const NO_FILES: ToolCall['files'] = {
  sent: [],
  keep: () => Promise.reject(new Error('this test stores no files')),
};

/** A call of an HTTP tool. Pass only the values under test. */
export const httpToolCall = ({ request, serverId = 'server_1', ...options }: HttpCallOptions): ToolCall => ({
  permit: PERMIT,
  accountId: toAccountId('acct_1'),
  stackId: toStackId('stack_1'),
  owner: '',
  serverId: serverKey(serverId),
  connector: { kind: 'http', baseUrl: 'http://unset.test' },
  toolName: 'tool',
  request: toolRequest(request),
  input: {},
  files: NO_FILES,
  credentials: [],
  signal: new AbortController().signal,
  scrub: (text) => text,
  hold: () => undefined,
  secrets: [],
  ...options,
});

/** A credential with its placement: by default, the plain value in a header. */
export const credential = (
  fieldId: string,
  value: string,
  placement: OpenCredential['placement'] = null,
): OpenCredential => ({ fieldId, value, placement });
