import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/lib/json.ts';
import type { ToolOutcome } from '../../src/core/results/outcome.ts';
import { someOf } from '../harness/wholeTables.ts';
import { readDocument, startStandIn } from './standIn.ts';

const standIn = await startStandIn();
afterAll(() => standIn.close());
beforeEach(() => {
  standIn.state.seen = [];
  standIn.state.answer = '{"ok":true}';
});

function call(id: string, toolName: string, input: JsonObject, values: Record<string, string>): Promise<ToolOutcome> {
  const document = readDocument(id);
  const tool = document.tools.find(({ name }) => name === toolName);
  if (tool === undefined) throw new Error(`${id} has no tool ${toolName}`);
  return standIn.call({ document, tool, input, values });
}

const ISSUE = /^mutation \(\$input: IssueCreateInput!\) \{ issueCreate\(input: \$input\) \{ success issue \{ id /;

const CASES: {
  id: string;
  tool: string;
  input: JsonObject;
  credentials: Record<string, string>;
  line: string;
  headers: Record<string, string>;
  body?: unknown;
}[] = [
  {
    id: 'gmail',
    tool: 'search_emails',
    input: { query: 'is:unread from:a@b.c', maxResults: 5, labelIds: ['INBOX', 'STARRED'] },
    credentials: { gmail_oauth_token: 'tok', gmail_client_secret: 'never-sent', gmail_signature: 'Ann' },
    line: 'GET /gmail/v1/users/me/messages?q=is%3Aunread%20from%3Aa%40b.c&maxResults=5&labelIds=INBOX&labelIds=STARRED',
    headers: { authorization: 'Bearer tok' },
  },
  {
    id: 'gmail',
    tool: 'modify_labels',
    input: { messageId: 'm1', removeLabelIds: ['UNREAD'] },
    credentials: { gmail_oauth_token: 'tok', gmail_signature: 'Ann', gmail_default_sender: 'ann@example.com' },
    line: 'POST /gmail/v1/users/me/messages/m1/modify',
    headers: { authorization: 'Bearer tok' },
    body: { removeLabelIds: ['UNREAD'] },
  },
  {
    id: 'google-calendar',
    tool: 'list_events',
    input: { timeMin: '2026-01-01T00:00:00Z', timeMax: '2026-02-01T00:00:00Z', maxResults: 10 },
    credentials: { google_calendar_oauth_token: 'tok' },
    line: 'GET /calendar/v3/calendars/primary/events?timeMin=2026-01-01T00%3A00%3A00Z&timeMax=2026-02-01T00%3A00%3A00Z&maxResults=10&singleEvents=true&orderBy=startTime',
    headers: { authorization: 'Bearer tok' },
  },
  {
    id: 'google-calendar',
    tool: 'update_event',
    input: { calendarId: 'team@group.calendar.google.com', eventId: 'e1', start: { date: '2026-01-15' } },
    credentials: { google_calendar_oauth_token: 'tok' },
    line: 'PATCH /calendar/v3/calendars/team%40group.calendar.google.com/events/e1',
    headers: { authorization: 'Bearer tok' },
    body: { start: { date: '2026-01-15' } },
  },
  {
    id: 'linear',
    tool: 'create_issue',
    input: { title: 'Fix it', description: 'Now', teamId: 't1' },
    credentials: { linear_api_key: 'lin_api_1' },
    line: 'POST /graphql',
    headers: { authorization: 'lin_api_1' },
    body: {
      query: expect.stringMatching(ISSUE),
      variables: { input: { title: 'Fix it', teamId: 't1', description: 'Now' } },
    },
  },
  {
    id: 'google-docs',
    tool: 'replace_text',
    input: { documentId: 'd1', find: '{{name}}', replace: 'Ann' },
    credentials: { google_docs_oauth_token: 'tok' },
    line: 'POST /v1/documents/d1:batchUpdate',
    headers: { authorization: 'Bearer tok' },
    body: { requests: [{ replaceAllText: { containsText: { text: '{{name}}' }, replaceText: 'Ann' } }] },
  },
  {
    id: 'slack',
    tool: 'post_message',
    input: { channel: 'C1', text: 'hi' },
    credentials: { slack_token: 'xoxb-1' },
    line: 'POST /api/chat.postMessage',
    headers: { authorization: 'Bearer xoxb-1' },
    body: { channel: 'C1', text: 'hi' },
  },
  {
    id: 'slack',
    tool: 'search_messages',
    input: { query: 'budget' },
    credentials: { slack_token: 'xoxb-1', slack_user_token: 'xoxp-1' },
    line: 'GET /api/search.messages?query=budget',
    headers: { authorization: 'Bearer xoxp-1' },
  },
  {
    id: 'notion',
    tool: 'create_comment',
    input: { page_id: 'p1', text: 'Nice' },
    credentials: { notion_api_key: 'ntn_1' },
    line: 'POST /v1/comments',
    headers: { authorization: 'Bearer ntn_1', 'notion-version': '2025-09-03' },
    body: { parent: { page_id: 'p1' }, rich_text: [{ text: { content: 'Nice' } }] },
  },
  {
    id: 'exa',
    tool: 'search',
    input: { query: 'tool routers', contents: { text: true } },
    credentials: { exa_api_key: 'exa-1' },
    line: 'POST /search',
    headers: { 'x-api-key': 'exa-1' },
    body: { query: 'tool routers', contents: { text: true } },
  },
];

describe('a catalogue tool', () => {
  it.each(someOf(CASES, 30))('$id $tool sends the request that the service documents', async (row) => {
    const outcome = await call(row.id, row.tool, row.input, row.credentials);
    expect(outcome).toMatchObject({ kind: 'ok' });
    expect(standIn.state.seen).toHaveLength(1);
    expect(standIn.state.seen[0]?.line).toBe(row.line);
    expect(standIn.state.seen[0]?.headers).toMatchObject(row.headers);
    expect(
      standIn.state.seen[0]?.body === '' ? undefined : JSON.parse(standIn.state.seen[0]?.body ?? ''),
    ).toStrictEqual(row.body);
    expect(JSON.stringify(standIn.state.seen)).not.toContain('never-sent');
  });

  it('gmail send_email uses the default sender and appends the signature', async () => {
    const input = { to: ['a@example.com', 'B <b@example.com>'], subject: 'Hello', body: 'Hi both' };
    const optional = { gmail_default_sender: 'Ann <ann@example.com>', gmail_signature: 'Ann Example' };
    await call('gmail', 'send_email', input, { gmail_oauth_token: 'tok', ...optional });
    expect(standIn.state.seen[0]?.line).toBe('POST /gmail/v1/users/me/messages/send');
    const message = Buffer.from(JSON.parse(standIn.state.seen[0]?.body ?? '{}').raw, 'base64url').toString();
    const [head = '', content = ''] = message.split('\r\n\r\n');
    expect(head).toMatch(/^From: "?Ann"? <ann@example.com>\r$/m);
    expect(head).toMatch(/^To: a@example.com,\r\n "?B"? <b@example.com>\r$/m);
    expect(Buffer.from(content, 'base64').toString()).toMatch(/^Hi both[\r\n]+-- [\r\n]+Ann Example/);
  });

  it('an input cannot override a credential', async () => {
    const forged = { to: ['a@example.com'], subject: 'S', body: 'B', gmail_default_sender: 'Mallory <m@example.com>' };
    const own = { gmail_oauth_token: 'tok', gmail_default_sender: 'ann@example.com' };
    await call('gmail', 'send_email', forged, own);
    const message = Buffer.from(JSON.parse(standIn.state.seen[0]?.body ?? '{}').raw, 'base64url').toString();
    expect(message).toMatch(/^From: ann@example.com\r$/m);
  });

  it('gmail send_email works without a default sender or signature', async () => {
    await call('gmail', 'send_email', { to: ['a@example.com'], subject: 'S', body: 'B' }, { gmail_oauth_token: 'tok' });
    const message = Buffer.from(JSON.parse(standIn.state.seen[0]?.body ?? '{}').raw, 'base64url').toString();
    expect(message).not.toMatch(/^From:/m);
  });

  it.each([
    {
      id: 'linear',
      tool: 'list_teams',
      field: 'linear_api_key',
      body: { data: null, errors: [{ message: 'no such team' }] },
    },
    { id: 'slack', tool: 'list_users', field: 'slack_token', body: { ok: false, error: 'no such team' } },
  ])('$id reports a failure although the status is 200', async ({ id, tool, field, body }) => {
    standIn.state.answer = JSON.stringify(body);
    const outcome = await call(id, tool, {}, { [field]: 'secret' });
    expect(outcome).toMatchObject({ kind: 'tool_error', message: expect.stringContaining('no such team') });
  });
});
