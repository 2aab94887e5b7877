import { setTimeout as delay } from 'node:timers/promises';
import { type InputRequests, inputRequired, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** Longer than Toolyard waits before a call becomes a task. */
const SLOW_MS = 800;
/** The tool whose calls fail with an error of the protocol. */
export const BROKEN = 'protocol_error_job';

const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });
const ask = (...keys: readonly string[]) => {
  const params = (key: string) => ({
    message: `What is ${key}?`,
    requestedSchema: { type: 'object', properties: { [key]: { type: 'string' } } },
  });
  const requests = keys.map((key) => [key, { method: 'elicitation/create', params: params(key) }]);
  // Boundary: the SDK's type is stricter than the requests built here.
  return inputRequired({ inputRequests: Object.fromEntries(requests) as unknown as InputRequests });
};

/** Adds the tools of the scenarios for tasks. None knows tasks: slow calls become tasks in Toolyard. */
export function addTaskTools(server: McpServer): void {
  server.registerTool('greet', { description: 'Greets', inputSchema: z.object({ name: z.string() }) }, ({ name }) =>
    text(`Hello, ${name}!`),
  );
  const seconds = z.looseObject({ seconds: z.number() });
  server.registerTool(
    'slow_compute',
    { description: 'Takes a while', inputSchema: seconds },
    async ({ seconds: pauseSeconds }, { mcpReq }) => {
      await delay(pauseSeconds * 1_000, undefined, { signal: mcpReq.signal, ref: false });
      return text('computed');
    },
  );
  server.registerTool('failing_job', { description: 'Fails' }, async () => {
    await delay(SLOW_MS);
    return { ...text('failed, as it always does'), isError: true };
  });
  server.registerTool(BROKEN, { description: 'Breaks' }, () => text('answered before the tool'));
  for (const [name, keys] of [['confirm_delete', ['confirm']] as const, ['multi_input', ['name', 'reason']] as const]) {
    server.registerTool(name, { description: name, inputSchema: z.looseObject({}) }, async (_input, { mcpReq }) => {
      if (mcpReq.inputResponses) return text(JSON.stringify(mcpReq.inputResponses));
      await delay(SLOW_MS);
      return ask(...keys);
    });
  }
  server.registerTool('test_tool_with_task', { description: 'Asks, then takes a while' }, async ({ mcpReq }) => {
    if (!mcpReq.inputResponses) return ask('user_name');
    await delay(SLOW_MS);
    return text(JSON.stringify(mcpReq.inputResponses));
  });
}

/** The error that a call of `BROKEN` ends with; null for any other message. */
export async function brokenAnswer(body: Buffer): Promise<Response | null> {
  if (!body.includes(`"name":"${BROKEN}"`)) return null;
  await delay(SLOW_MS);
  const { id } = z.looseObject({ id: z.unknown() }).parse(JSON.parse(body.toString()));
  return Response.json({ jsonrpc: '2.0', id, error: { code: -32_603, message: 'The job broke' } });
}
