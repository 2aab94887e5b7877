import { Agent, request } from 'undici';
import type { Account } from '../chaos/account.ts';
import { TOOL_ID } from '../chaos/upstream.ts';
import { textIn } from '../neighbours/client.ts';

const ANSWER_MS_MAX = 30_000;
const REVISION = '2026-07-28';
const APPROVE = `mutation ($input: ApproveCallInput!) { approveCall(input: $input) {
  ... on ApproveCallPayload { approval { state } } ... on UserError { message } } }`;

/** An attempt's result. `unknown`: there was no response, so the call may have run. */
export type Attempt =
  | { readonly kind: 'ran' }
  /** An earlier attempt used the state, and its response was lost. Make the call again without a state. */
  | { readonly kind: 'used' }
  | { readonly kind: 'paused'; readonly approvalId: string; readonly state: string | null }
  | { readonly kind: 'unknown' | 'refused'; readonly text: string };

/** An agent that calls one tool, and the approver of its calls, on any given instance. */
export type Caller = {
  /** `state`: the previous pause's state for an MCP client; null over REST and for a first call. */
  call(port: number, surface: 'rest' | 'mcp', name: string, state: string | null): Promise<Attempt>;
  /** False if nothing confirmed the approval. */
  approve(port: number, approvalId: string): Promise<boolean>;
  close(): Promise<void>;
};

export function createCaller({ apiKey, clientId, token }: Account): Caller {
  const dispatcher = new Agent({ connections: 64, headersTimeout: ANSWER_MS_MAX, bodyTimeout: ANSWER_MS_MAX });
  const post = async (port: number, path: string, bearer: string, body: object, more: object = {}) => {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', ...more };
    const options = { method: 'POST', headers, body: JSON.stringify(body), dispatcher } as const;
    try {
      const answer = await request(`http://127.0.0.1:${port}${path}`, options);
      return { status: answer.statusCode, text: await answer.body.text() };
    } catch {
      return null;
    }
  };
  return {
    async call(port, surface, name, state) {
      const input = { call: name, ms: 0 };
      const answer =
        surface === 'rest'
          ? await post(port, `/s/${clientId}/call_tool`, token, { tool_name: TOOL_ID, tool_input: input })
          : await post(port, `/s/${clientId}/mcp`, token, message(input, state), MCP_HEADERS);
      return attemptOf(answer, name);
    },
    async approve(port, approvalId) {
      const answer = await post(port, '/graphql', apiKey, { query: APPROVE, variables: { input: { approvalId } } });
      if (answer === null || answer.status !== 200) return false;
      const { data } = JSON.parse(answer.text);
      // The earlier response may have been lost.
      return textIn(data, 'approveCall.approval.state') !== '' || answer.text.includes('no longer waits');
    },
    close: () => dispatcher.destroy(),
  };
}

const MCP_HEADERS = {
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': REVISION,
  'mcp-method': 'tools/call',
  'mcp-name': TOOL_ID,
};

function message(input: object, requestState: string | null): object {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: 'pauses', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { url: {} } },
  };
  const answers = requestState !== null && { requestState, inputResponses: { approval: { action: 'accept' } } };
  return {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: TOOL_ID, arguments: input, ...answers, _meta },
  };
}

function attemptOf(answer: { readonly status: number; readonly text: string } | null, name: string): Attempt {
  if (answer === null) return { kind: 'unknown', text: 'no answer' };
  const { status, text } = answer;
  if (status >= 500 || text.includes('Service unavailable')) return { kind: 'unknown', text: `${status} ${text}` };
  if (text.includes('already answered')) return { kind: 'used' };
  const [approvalId] = /approval_[\w-]+/.exec(text) ?? [];
  if (approvalId !== undefined) {
    const state = textIn(JSON.parse(text), 'result.requestState');
    return { kind: 'paused', approvalId, state: state === '' ? null : state };
  }
  const isRun = status === 200 && text.includes(`"ran`) && text.includes(name);
  return isRun ? { kind: 'ran' } : { kind: 'refused', text: `${status} ${text.slice(0, 300)}` };
}
