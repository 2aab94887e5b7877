import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { isJsonObject, isRecord, type JsonObject } from '../../src/core/lib/json.ts';
import type { Service, StackEndpoint } from './service.ts';

/** The suite's instructions for a client: its server's address, and how to call the tools there. */
export type Order = { readonly url: string; readonly revision: string; readonly context: unknown };

/**
 * The service as a client. Puts a stack in front of each server that the suite starts, and requests everything through
 * it with a client of the same revision.
 */
export async function openClientSide(service: Service) {
  // The suite starts all of its servers at once, but an account can save only one at a time.
  let turn: Promise<unknown> = Promise.resolve();
  const server = createServer(async (request, response) => {
    try {
      const order: Order = JSON.parse(await text(request));
      const made = turn.catch(() => undefined).then(() => service.stackFor(order.url));
      turn = made;
      await fulfil(await made, order);
      response.writeHead(200).end();
    } catch (error) {
      console.error(error);
      response.writeHead(500).end(error instanceof Error ? error.message : String(error));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    subject: ['--command', `${process.execPath} scripts/conformance/asClient.ts http://127.0.0.1:${port}`],
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function fulfil(stack: StackEndpoint, { revision, context }: Order): Promise<void> {
  const client = await connect(stack, revision);
  const { tools } = await client.listTools();
  const requested = callsIn(context);
  const calls =
    requested.length > 0
      ? requested
      : tools.map(({ name, inputSchema }) => ({ name, arguments: sampleOf(inputSchema) }));
  for (const call of calls) {
    const echoed = tools.find(({ name }) => name !== call.name)?.inputSchema;
    const input = 'schema' in call.arguments && echoed ? { ...call.arguments, schema: echoed } : call.arguments;
    // The suite judges failures by the requests that reached its server.
    const result = await client.callTool({ name: call.name, arguments: input }).catch(() => undefined);
    // Retries without nulls, as a model would after reading the error: the suite's schemas don't allow null.
    const isRepaired = result?.isError === true && Object.values(input).includes(null);
    if (isRepaired) await client.callTool({ name: call.name, arguments: withoutNulls(input) }).catch(() => undefined);
  }
  await client.close();
}

const withoutNulls = (input: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));

async function connect({ url, token }: StackEndpoint, revision: string): Promise<Client> {
  const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy';
  const capabilities = { elicitation: { form: { applyDefaults: true } } };
  const client = new Client({ name: 'conformance', version: '1' }, { capabilities, versionNegotiation: { mode } });
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: {} }));
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return client;
}

type Call = { readonly name: string; readonly arguments: JsonObject };

const callsIn = (context: unknown): readonly Call[] => {
  const calls = isRecord(context) ? context['toolCalls'] : undefined;
  return Array.isArray(calls)
    ? calls.flatMap((call) =>
        isJsonObject(call) && isJsonObject(call['arguments'])
          ? [{ name: String(call['name']), arguments: call['arguments'] }]
          : [],
      )
    : [];
};

const SAMPLES: Readonly<Record<string, JsonObject[string]>> = {
  number: 5,
  integer: 5,
  boolean: true,
  object: {},
  array: [],
};

/** A value of the right type for each property in the schema. */
function sampleOf(schema: Record<string, unknown>): JsonObject {
  const { properties } = schema;
  if (!isRecord(properties)) return {};
  const values = Object.entries(properties).map(([name, property]): [string, JsonObject[string]] => [
    name,
    (isRecord(property) ? SAMPLES[String(property['type'])] : undefined) ?? 'text',
  ]);
  return Object.fromEntries(values);
}
