import { readFileSync } from 'node:fs';
import { specTypeSchemas } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';

/** The protocol's methods, by the SDK's names of their messages. A message that a later SDK adds fails the test. */
const METHODS: Readonly<Record<string, string>> = {
  CallToolRequest: 'tools/call',
  CancelledNotification: 'notifications/cancelled',
  CancelTaskRequest: 'tasks/cancel',
  CompleteRequest: 'completion/complete',
  CreateMessageRequest: 'sampling/createMessage',
  DiscoverRequest: 'server/discover',
  ElicitationCompleteNotification: 'notifications/elicitation/complete',
  ElicitRequest: 'elicitation/create',
  GetPromptRequest: 'prompts/get',
  GetTaskPayloadRequest: 'tasks/result',
  GetTaskRequest: 'tasks/get',
  InitializedNotification: 'notifications/initialized',
  InitializeRequest: 'initialize',
  ListPromptsRequest: 'prompts/list',
  ListResourcesRequest: 'resources/list',
  ListResourceTemplatesRequest: 'resources/templates/list',
  ListRootsRequest: 'roots/list',
  ListTasksRequest: 'tasks/list',
  ListToolsRequest: 'tools/list',
  LoggingMessageNotification: 'notifications/message',
  PingRequest: 'ping',
  ProgressNotification: 'notifications/progress',
  PromptListChangedNotification: 'notifications/prompts/list_changed',
  ReadResourceRequest: 'resources/read',
  ResourceListChangedNotification: 'notifications/resources/list_changed',
  ResourceUpdatedNotification: 'notifications/resources/updated',
  RootsListChangedNotification: 'notifications/roots/list_changed',
  SetLevelRequest: 'logging/setLevel',
  SubscribeRequest: 'resources/subscribe',
  SubscriptionsAcknowledgedNotification: 'notifications/subscriptions/acknowledged',
  SubscriptionsListenRequest: 'subscriptions/listen',
  TaskStatusNotification: 'notifications/tasks/status',
  ToolListChangedNotification: 'notifications/tools/list_changed',
  UnsubscribeRequest: 'resources/unsubscribe',
};
/** Excludes groups of messages, their shared shapes, and types that are not protocol messages. */
const NO_METHOD = /^(Client|Server|JSONRPC|Paginated|OAuthTokenRevocation)?(Request|Notification)$/;

const section = readFileSync('docs/mcp.md', 'utf8').split('## Supported messages\n')[1]?.split(/^## /m)[0] ?? '';
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const STATUSES = ['passed', 'translated', 'refused', '-'];

it('the table has every protocol message once, with each side’s support and the reason', () => {
  const messages = Object.keys(specTypeSchemas).filter((name) => /(Request|Notification)$/.test(name));
  expect(messages.filter((name) => !NO_METHOD.test(name)).sort()).toEqual(Object.keys(METHODS).sort());
  const named = rows.flatMap(([methods = '']) => [...methods.matchAll(/`([^`]+)`/g)].map(([, method]) => method));
  expect(named.sort()).toEqual(Object.values(METHODS).sort());
  for (const [methods, from, ...cells] of rows) {
    const why = cells.pop();
    expect(['client', 'server', 'both'], methods).toContain(from);
    expect(
      cells.map((cell) => STATUSES.includes(cell)),
      `${methods}`,
    ).toEqual([true, true, true, true, true]);
    expect(why?.length, methods).toBeGreaterThan(10);
  }
});
