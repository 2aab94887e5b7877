import { fromJsonSchema, type InputRequests, inputRequired, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });

const form = (message: string, property: string, type = 'string') => ({
  method: 'elicitation/create',
  params: { message, requestedSchema: { type: 'object', properties: { [property]: { type } }, required: [property] } },
});
const sampling = (message: string) => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: message } }], maxTokens: 100 },
});
const roots = { method: 'roots/list', params: {} };

/** One round of input requests by key, and the state that comes back with the answers. */
type Round = { readonly asks: Readonly<Record<string, object>>; readonly state?: string };

const NAME = form('What is your name?', 'name');

/** The rounds of each tool that the scenarios for multi-round-trip requests need. */
export const ROUNDS: Readonly<Record<string, readonly Round[]>> = {
  test_input_required_result_elicitation: [{ asks: { user_name: NAME } }],
  test_input_required_result_sampling: [{ asks: { capital_question: sampling('What is the capital of France?') } }],
  test_input_required_result_list_roots: [{ asks: { client_roots: roots } }],
  test_input_required_result_request_state: [
    { asks: { confirm: form('Please confirm', 'ok', 'boolean') }, state: 'state' },
  ],
  test_input_required_result_multiple_inputs: [
    { asks: { user_name: NAME, greeting: sampling('Greet'), client_roots: roots }, state: 'state' },
  ],
  test_input_required_result_multi_round: [
    { asks: { step1: NAME }, state: 'one' },
    { asks: { step2: form('What is your favorite color?', 'color') }, state: 'two' },
  ],
  test_input_required_result_tampered_state: [
    { asks: { confirm: form('Please confirm', 'ok', 'boolean') }, state: 'state' },
  ],
};

/** Adds a tool that requests the next round until the caller has answered all of them. */
export function addRounds(server: McpServer, name: string, rounds: readonly Round[]): void {
  server.registerTool(name, { description: name, inputSchema: z.looseObject({}) }, (_input, { mcpReq }) => {
    const { inputResponses = {} } = mcpReq;
    const state = mcpReq.requestState();
    const at = Math.max(
      0,
      rounds.findIndex((round) => round.state !== undefined && round.state === state),
    );
    const isAnswered = Object.keys(rounds[at]?.asks ?? {}).every((key) => Object.hasOwn(inputResponses, key));
    const next = rounds[isAnswered ? at + 1 : at];
    if (!next) return text(`${state}-ok: ${JSON.stringify(inputResponses)}`);
    // Boundary: the SDK's type doesn't cover each request above.
    const inputRequests = next.asks as unknown as InputRequests;
    return inputRequired({ inputRequests, ...(next.state !== undefined && { requestState: next.state }) });
  });
}

const region = { type: 'string' as const, 'x-mcp-header': 'Region' };

/** Tools that the scenarios use to test the protocol itself. */
export function addDiagnostics(server: McpServer): void {
  server.registerTool(
    'test_streaming_elicitation',
    { description: 'As its name says', inputSchema: z.looseObject({}) },
    () =>
      // Boundary: as above.
      inputRequired({ inputRequests: { user_name: NAME } as unknown as InputRequests }),
  );
  server.registerTool(
    'test_logging_tool',
    { description: 'As its name says', inputSchema: z.looseObject({}) },
    async (_input, { mcpReq }) => {
      await mcpReq.log('info', 'said while the tool runs');
      return text('done');
    },
  );
  const headers = fromJsonSchema({ type: 'object', properties: { region }, required: ['region'] });
  server.registerTool('test_x_mcp_header', { description: 'As its name says', inputSchema: headers }, () =>
    text('done'),
  );
  server.registerTool(
    'test_missing_capability',
    { description: 'As its name says', inputSchema: z.looseObject({}) },
    () =>
      // Boundary: as above.
      inputRequired({ inputRequests: { greeting: sampling('Greet') } as unknown as InputRequests }),
  );
  server.registerTool(
    'test_input_required_result_capabilities',
    { description: 'As its name says', inputSchema: z.looseObject({}) },
    (_input, context) => {
      const envelope: Readonly<Record<string, unknown>> = { ...context.mcpReq.envelope };
      const declared: Readonly<Record<string, unknown>> = {
        ...Object(envelope['io.modelcontextprotocol/clientCapabilities']),
      };
      const asks = {
        ...(declared['elicitation'] !== undefined && { user_name: NAME }),
        ...(declared['sampling'] !== undefined && { greeting: sampling('Greet') }),
      };
      // Boundary: as above.
      return Object.keys(asks).length > 0
        ? inputRequired({ inputRequests: asks as unknown as InputRequests })
        : text('nothing to ask');
    },
  );
}
