import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toServerId } from '../../src/core/kernel/ids.ts';
import type { JsonObject } from '../../src/core/lib/json.ts';
import { schemaProblem } from '../../src/core/schemas/validate.ts';
import {
  type ServerDocument,
  serverDocumentSchema,
  TOOL_ID,
  type ToolDocument,
} from '../../src/core/servers/document.ts';
import { toolIdFor } from '../../src/core/servers/toolName.ts';
import { formatTools, TOOL_FORMATS } from '../../src/formats/formats.ts';
import { snapshotTool } from '../formats/tool.ts';
import { someOf } from '../harness/wholeTables.ts';

const CATALOGUE = new URL('../../catalogue/', import.meta.url);
const FILES = readdirSync(CATALOGUE).filter((name) => name.endsWith('.json'));
const SLOT = /\{([A-Za-z0-9_$][A-Za-z0-9_$.-]*)\}/g;
// A placeholder has one field, or two as in HTTP Basic: `{user:password|base64}`.
const FIELDS = /\{([A-Za-z0-9_]*)(?::([A-Za-z0-9_]*))?(?:\|base64)?\}/g;

const read = (file: string): ServerDocument =>
  serverDocumentSchema.parse(JSON.parse(readFileSync(new URL(file, CATALOGUE), 'utf8')));

const ids = (document: ServerDocument): string[] =>
  document.tools.map((tool) => toolIdFor(document.id, tool.name, { prefix: document.toolPrefix }));

const propertiesOf = (tool: ToolDocument): Record<string, Record<string, unknown>> =>
  Object(tool.inputSchema['properties']);

const slotsIn = (value: unknown): string[] =>
  [...JSON.stringify(value ?? null).matchAll(SLOT)].map((match) => match[1] ?? '');

const fieldsIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(FIELDS)].flatMap(([, ...names]) => names.map(String));

function namesUsedBy({ request }: ToolDocument): string[] {
  if (request === undefined || request.kind === 'graphql') return [];
  if (request.kind === 'template') return slotsIn([request.path, request.query, request.headers, request.body]);
  const from = request.body?.from ?? { properties: {} };
  const inBody = 'property' in from ? [from.property] : Object.keys(from.properties);
  return [...request.parameters.map((parameter) => parameter.property), ...inBody];
}

describe.each(FILES)('%s', (file) => {
  const document = read(file);
  const fields = document.credentials.map((field) => field.id);

  it('is named after its server', () => {
    expect(`${document.id}.json`).toBe(file);
  });

  it('has a description for people', () => {
    expect(document.description).not.toBe('');
    expect(document.homepage).toMatch(/^https:/);
    expect(document.category).toBeDefined();
  });

  it('lists its tools with unique ids', () => {
    expect(document.tools.length).toBeGreaterThan(0);
    expect(new Set(ids(document)).size).toBe(document.tools.length);
    for (const id of ids(document)) expect(id).toMatch(TOOL_ID);
  });

  it('of an API has enough tools to be useful', () => {
    const least = ['http', 'openapi'].includes(document.connector.kind) ? 10 : 1;
    expect(document.tools.length).toBeGreaterThanOrEqual(least);
    expect(document.tools.length).toBeLessThanOrEqual(50);
  });

  it('describes every tool and its side effects', () => {
    for (const tool of document.tools) {
      expect(tool.description, tool.name).not.toBe('');
      expect(tool.annotations?.['readOnlyHint'], tool.name).toBeTypeOf('boolean');
    }
  });

  it('has object input schemas that compile', () => {
    for (const { name, inputSchema } of document.tools) {
      expect(inputSchema['type'], name).toBe('object');
      expect(schemaProblem(JSON.parse(JSON.stringify(inputSchema))), name).toBeNull();
    }
  });

  it.each(someOf(TOOL_FORMATS, 2))('has no tool that the format %s leaves out', (format) => {
    const tools = document.tools.map((tool) => {
      // The document comes from a file, so everything in it is JSON.
      const inputSchema: JsonObject = JSON.parse(JSON.stringify(tool.inputSchema));
      return snapshotTool(inputSchema, { toolId: toolIdFor(document.id, tool.name, { prefix: document.toolPrefix }) });
    });
    const formatted = formatTools(tools, format);
    expect(formatted.tools).toHaveLength(tools.length);
    if (format !== 'openai_strict') expect(formatted.warnings).toStrictEqual([]);
  });

  it('requires no undescribed input', () => {
    for (const tool of document.tools) {
      const required: string[] = Object(tool.inputSchema['required'] ?? []);
      expect(Object.keys(propertiesOf(tool)), tool.name).toEqual(expect.arrayContaining(required));
    }
  });

  it('says where each required credential is sent, or why nowhere', () => {
    const placements = document.credentials.flatMap(({ id, placement }) =>
      placement ? [[id, placement] as const] : [],
    );
    for (const field of document.credentials.filter(({ required }) => required)) {
      const isInAddress = fieldsIn([document.connector, placements]).includes(field.id);
      const isUsed = isInAddress || document.tools.some((tool) => namesUsedBy(tool).includes(field.id));
      if (field.placement === undefined && !isUsed) expect(field.description).toMatch(/sent with no call/);
    }
    for (const [id, placement] of placements) {
      expect(slotsIn(placement.template ?? `{${id}}`).filter((slot) => !fields.includes(slot))).toStrictEqual([]);
    }
  });

  it('says how to call each tool of an HTTP API, and nothing for MCP', () => {
    const isHttp = ['http', 'openapi'].includes(document.connector.kind);
    for (const tool of document.tools) expect(tool.request !== undefined, tool.name).toBe(isHttp);
  });

  it('fills every placeholder from an input or credential, and uses every input', () => {
    for (const tool of document.tools.filter(({ request }) => request !== undefined)) {
      const inputs = Object.keys(propertiesOf(tool));
      const used = namesUsedBy(tool);
      expect(
        used.filter((name) => !inputs.includes(name) && !fields.includes(name)),
        tool.name,
      ).toStrictEqual([]);
      expect(
        inputs.filter((name) => !used.includes(name)),
        tool.name,
      ).toStrictEqual([]);
    }
  });

  it('requires every path parameter', () => {
    for (const tool of document.tools) {
      const required = Object(tool.inputSchema['required'] ?? []);
      if (tool.request?.kind === 'template')
        expect(required).toEqual(expect.arrayContaining(slotsIn(tool.request.path)));
    }
  });
});

describe('identifiers from the public documentation', () => {
  const servers = new Map(FILES.map(read).map((document) => [document.id, document]));
  it.each([
    { id: 'gmail', name: 'Gmail', tools: ['gmail_send_email', 'gmail_search_emails', 'gmail_read_email'] },
    { id: 'google-calendar', name: 'Google Calendar', tools: ['google-calendar_list_events'] },
    { id: 'linear', name: 'Linear', tools: ['linear_create_issue', 'linear_search_issues'] },
    { id: 'exa', name: 'Exa', tools: ['exa_search'] },
  ])('$name has the documented ids', ({ id, name, tools }) => {
    const document = servers.get(toServerId(id));
    expect(document?.name).toBe(name);
    expect(document && ids(document)).toEqual(expect.arrayContaining(tools));
  });

  it.each([
    {
      id: 'gmail',
      required: ['gmail_oauth_token', 'gmail_client_id', 'gmail_client_secret'],
      optional: ['gmail_signature', 'gmail_default_sender'],
    },
    { id: 'linear', required: ['linear_api_key'], optional: [] },
    { id: 'github', required: ['github_token'], optional: [] },
  ])('$id has the documented credential fields', ({ id, required, optional }) => {
    const fields = servers.get(toServerId(id))?.credentials ?? [];
    expect(fields.filter((field) => field.required).map((field) => field.id)).toStrictEqual(required);
    expect(fields.filter((field) => !field.required).map((field) => field.id)).toStrictEqual(optional);
  });

  it.each([
    { id: 'gmail', tool: 'send_email', inputs: ['to', 'subject', 'body'], required: ['to', 'subject', 'body'] },
    { id: 'google-calendar', tool: 'list_events', inputs: ['timeMin', 'timeMax', 'maxResults'], required: [] },
    { id: 'linear', tool: 'create_issue', inputs: ['title', 'description', 'teamId'], required: ['title', 'teamId'] },
    { id: 'exa', tool: 'search', inputs: ['query'], required: ['query'] },
  ])('$id $tool takes the documented input', ({ id, tool: name, inputs, required }) => {
    const tool = servers.get(toServerId(id))?.tools.find((each) => each.name === name);
    expect(tool && Object.keys(propertiesOf(tool))).toEqual(expect.arrayContaining(inputs));
    expect(tool?.inputSchema['required'] ?? []).toStrictEqual(required);
  });
});

describe('sign-in', () => {
  const SIGN_INS = FILES.flatMap((file) =>
    read(file).credentials.flatMap((field) => (field.oauth2 ? [{ file, field, oauth2: field.oauth2 }] : [])),
  );

  it.each(someOf(SIGN_INS, 4))(
    '$file names its provider with TLS and an OAuth client that the stack stores',
    ({ file, field, oauth2 }) => {
      const { credentials, tools } = read(file);
      const ids = credentials.map(({ id }) => id);
      expect(oauth2.authorizationUrl).toMatch(/^https:/);
      expect(oauth2.tokenUrl).toMatch(/^https:/);
      for (const source of [oauth2.clientId, oauth2.clientSecret]) {
        expect(ids).toContain(source && 'field' in source ? source.field : undefined);
      }
      // The field is an access token, however it was obtained.
      const ofTools = tools.map(({ request }) => request?.kind === 'template' && request.headers?.['Authorization']);
      expect([field.placement?.template, ...ofTools]).toContain(`Bearer {${field.id}}`);
    },
  );
});
