import { isRecord } from '../core/lib/json.ts';

/** What stands for every body that is JSON but no object, or no JSON at all: no operation tells them apart. */
const NOT_AN_OBJECT = 'not an object';

/** The body of a request; undefined when none was sent. */
export type Body = Readonly<Record<string, unknown>> | typeof NOT_AN_OBJECT | undefined;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a body. What it means is for the verb to say, once it is known that the caller may ask. */
export function readBody(bytes: Uint8Array): Body {
  if (bytes.byteLength === 0) return undefined;
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes));
    return isRecord(value) ? value : NOT_AN_OBJECT;
  } catch {
    return NOT_AN_OBJECT;
  }
}

// Below, documented names become the verbs' names and nothing else changes: the verbs alone judge types.

/** The input of `createStack` and `updateStack`. */
export const stackInput = (body: unknown): unknown =>
  isRecord(body) ? { name: body['stack_name'], configuration: configurationInput(body['configuration']) } : body;

const configurationInput = (configuration: unknown): unknown =>
  isRecord(configuration) ? { analyticsEnabled: configuration['analytics_enabled'] } : configuration;

/** The input of `addServerToStack`. */
export const addServerInput = (body: unknown): unknown =>
  isRecord(body)
    ? { serverId: body['server_id'], enableAllTools: body['enable_all_tools'], enabledTools: body['enabled_tools'] }
    : body;

/** The input of `updateServerTools`. */
export const serverToolsInput = (body: unknown): unknown =>
  isRecord(body) ? { enabledTools: body['enabled_tools'] } : body;

/** The input of `setCredentials`. */
export const credentialsInput = (body: unknown): unknown =>
  isRecord(body) ? { credentials: body['credentials'] } : body;

/** The input of `callTool`. */
export const toolInput = (body: unknown): unknown => (isRecord(body) ? body['tool_input'] : undefined);
