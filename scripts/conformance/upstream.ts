import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import {
  createMcpHandler,
  fromJsonSchema,
  type InputRequests,
  inputRequired,
  McpServer,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { addDiagnostics, addRounds, ROUNDS } from './rounds.ts';
import { addTaskTools, brokenAnswer } from './tasks.ts';

// One red pixel, and a WAV file without samples.
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const text = (value: string) => ({ type: 'text' as const, text: value });
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' };
const resource = (uri: string, mimeType: string, value: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: value },
});

/** An MCP server with the tools, resources and prompts that the conformance scenarios need. Returns its address. */
export async function startUpstream(): Promise<{ readonly url: string; close(): void }> {
  const handler = createMcpHandler(buildServer);
  const server = createServer(async (incoming, outgoing) => {
    const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const method = incoming.method ?? 'GET';
    const body = method === 'POST' ? { body: await buffer(incoming) } : {};
    const broken = body.body ? await brokenAnswer(body.body) : null;
    const answer = broken ?? (await handler.fetch(new Request('http://localhost/mcp', { method, headers, ...body })));
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    Readable.from(answer.body ?? []).pipe(outgoing);
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await listening;
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}/mcp`, close: () => server.closeAllConnections() ?? server.close() };
}

function buildServer(): McpServer {
  const capabilities = { logging: {}, resources: { subscribe: true } };
  const server = new McpServer({ name: 'conformance', version: '1.0.0' }, { capabilities });
  addTools(server);
  for (const [name, rounds] of Object.entries(ROUNDS)) addRounds(server, name, rounds);
  addDiagnostics(server);
  addTaskTools(server);
  addResources(server);
  addPrompts(server);
  return server;
}

function addTools(server: McpServer): void {
  const answers = {
    test_simple_text: [text('This is a simple text response for testing.')],
    test_image_content: [image],
    test_audio_content: [{ type: 'audio' as const, data: WAV, mimeType: 'audio/wav' }],
    test_embedded_resource: [
      resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
    ],
    test_multiple_content_types: [
      text('Multiple content types test:'),
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
    test_sampling: [text('not asked')],
    test_reconnection: [text('done')],
  };
  for (const [name, content] of Object.entries(answers)) {
    server.registerTool(name, { description: name }, () => ({ content }));
  }
  server.registerTool('test_error_handling', { description: 'Always fails' }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  server.registerTool('test_tool_with_logging', { description: 'Logs' }, async ({ mcpReq }) => {
    for (const message of ['started', 'processing', 'completed']) {
      await mcpReq.log('info', message);
    }
    return { content: [text('done')] };
  });
  addProgressTool(server);
  for (const [name, properties] of Object.entries(ELICITED_PROPERTIES)) addAskingTool(server, name, properties);
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Tool with JSON Schema 2020-12 features', inputSchema: fromJsonSchema(SCHEMA_2020_12) },
    () => ({ content: [text('ok')] }),
  );
}

const OPTIONS = ['option1', 'option2', 'option3'];
const TITLED = [1, 2, 3].map((n) => ({ const: `value${n}`, title: `Option ${n}` }));
const string = { type: 'string' };

/** The input requests of the tools that elicit input. */
const ELICITED_PROPERTIES: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  test_elicitation: { username: string, email: string },
  test_elicitation_sep1034_defaults: {
    name: { ...string, default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { ...string, enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
  test_elicitation_sep1330_enums: {
    untitledSingle: { ...string, enum: OPTIONS },
    titledSingle: { ...string, oneOf: TITLED },
    legacyEnum: { ...string, enum: OPTIONS, enumNames: ['One', 'Two', 'Three'] },
    untitledMulti: { type: 'array', items: { ...string, enum: OPTIONS } },
    titledMulti: { type: 'array', items: { anyOf: TITLED } },
  },
};

function addAskingTool(server: McpServer, name: string, properties: Readonly<Record<string, object>>): void {
  server.registerTool(name, { description: name, inputSchema: z.looseObject({}) }, (_input, { mcpReq }) => {
    const { inputResponses } = mcpReq;
    if (inputResponses) return { content: [text(`User response: ${JSON.stringify(inputResponses['user'])}`)] };
    const params = { message: 'Please answer', requestedSchema: { type: 'object', properties } };
    // Boundary: the SDK's type doesn't cover each schema above.
    const inputRequests = { user: { method: 'elicitation/create', params } } as unknown as InputRequests;
    return inputRequired({ inputRequests });
  });
}

function addProgressTool(server: McpServer): void {
  server.registerTool('test_tool_with_progress', { description: 'Reports progress' }, async ({ mcpReq }) => {
    const { progressToken } = mcpReq._meta ?? {};
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
      }
      await delay(50);
    }
    return { content: [text('done')] };
  });
}

const SCHEMA_2020_12 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object' as const,
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

function addResources(server: McpServer): void {
  const [textUri, binaryUri, watchedUri] = ['test://static-text', 'test://static-binary', 'test://watched-resource'];
  server.registerResource('Static text', textUri, { description: 'Text', mimeType: 'text/plain' }, () => ({
    contents: [{ uri: textUri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
  }));
  server.registerResource('Static binary', binaryUri, { description: 'An image', mimeType: 'image/png' }, () => ({
    contents: [{ uri: binaryUri, mimeType: 'image/png', blob: PNG }],
  }));
  server.registerResource('Watched', watchedUri, { description: 'Text', mimeType: 'text/plain' }, () => ({
    contents: [{ uri: watchedUri, mimeType: 'text/plain', text: 'Watched' }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  const mimeType = 'application/json';
  server.registerResource('Template', template, { description: 'Data', mimeType }, ({ href: uri }, { id }) => ({
    contents: [{ uri, mimeType, text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }) }],
  }));
}

const promptResult = (...content: (ReturnType<typeof text> | ReturnType<typeof resource> | typeof image)[]) => ({
  messages: content.map((each) => ({ role: 'user' as const, content: each })),
});

function addPrompts(server: McpServer): void {
  server.registerPrompt('test_simple_prompt', { description: 'Simple' }, () =>
    promptResult(text('This is a simple prompt for testing.')),
  );
  const requestedSchema = { type: 'object', properties: { context: string }, required: ['context'] };
  const params = { message: 'What context should the prompt use?', requestedSchema };
  server.registerPrompt('test_input_required_result_prompt', { description: 'Asks' }, ({ mcpReq }) =>
    mcpReq.inputResponses
      ? promptResult(text(`Context: ${JSON.stringify(mcpReq.inputResponses)}`))
      : // Boundary: as above.
        inputRequired({
          inputRequests: { user_context: { method: 'elicitation/create', params } } as unknown as InputRequests,
        }),
  );
  const argsSchema = z.object({ arg1: z.string(), arg2: z.string() });
  server.registerPrompt('test_prompt_with_arguments', { description: 'Arguments', argsSchema }, ({ arg1, arg2 }) =>
    promptResult(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  const withUri = { description: 'Embedded', argsSchema: z.object({ resourceUri: z.string() }) };
  server.registerPrompt('test_prompt_with_embedded_resource', withUri, ({ resourceUri }) =>
    promptResult(
      resource(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
      text('Please process the embedded resource above.'),
    ),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'Image' }, () =>
    promptResult(image, text('Please analyze the image above.')),
  );
}
