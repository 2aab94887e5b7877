import { isRecord } from '../core/lib/json.ts';

// Documented names become the verbs' names and nothing else changes: the verbs alone judge types.

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
