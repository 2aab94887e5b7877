import type { OpenCredential, ToolCall } from '../../src/core/calls/connector.ts';
import { toAccountId, toStackId } from '../../src/core/ids.ts';
import type { ToolRequest } from '../../src/core/marketplace/document.ts';
import { toolRequestSchema } from '../../src/core/marketplace/document.ts';

type Given = Partial<Omit<ToolCall, 'request'>> & { readonly request: unknown };

/** A request document with its defaults. */
export const toolRequest = (request: unknown): ToolRequest => toolRequestSchema.parse(request);

/** A call of an HTTP tool; give what the test is about. */
export const httpToolCall = ({ request, ...given }: Given): ToolCall => ({
  accountId: toAccountId('acct_1'),
  stackId: toStackId('stack_1'),
  owner: '',
  serverId: 'server_1',
  connector: { kind: 'http', baseUrl: 'http://unset.test' },
  toolName: 'tool',
  request: toolRequest(request),
  input: {},
  credentials: [],
  signal: new AbortController().signal,
  scrub: (text) => text,
  ...given,
});

/** A credential with its placement, the value alone in a header unless told otherwise. */
export const credential = (
  fieldId: string,
  value: string,
  placement: OpenCredential['placement'] = null,
): OpenCredential => ({ fieldId, value, placement });
