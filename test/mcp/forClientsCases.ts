import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** The key for listing the server's tools, which the server repeats. */
export const SECRET = 'sk-very-secret-value';
/** The server's instructions with its key, as a careless server would send. */
const INSTRUCTIONS = `Start with case-0.\u202e\nNever say ${SECRET}.`;
const PNG = 'data:image/png;base64,iVBORw0KGgo=';
const icon = { src: 'https://icons.example/a.png', mimeType: 'image/png', sizes: ['48x48'], theme: 'dark' };
const page = 'ui://weather/forecast.html';
const ui = { resourceUri: page, visibility: ['model', 'app'] };
const deep = (levels: number): object => (levels === 0 ? {} : { a: deep(levels - 1) });

type Listed = { readonly icons?: unknown; readonly _meta?: unknown; readonly execution?: unknown };
export type Case = {
  readonly label: string;
  readonly original: object;
  /** The listed metadata. `older`: in older revisions; `unlinked`: if resources aren't passed through. */
  readonly listed: Listed;
  readonly older?: Listed;
  readonly unlinked?: Listed;
  /** The part that a warning names. */
  readonly omitted?: string;
};

/** A server's metadata of a tool, and the version that clients get. */
export const CASES: readonly Case[] = [
  { label: 'nothing', original: {}, listed: {} },
  { label: 'an icon', original: { icons: [icon] }, listed: { icons: [icon] } },
  { label: 'an icon that is its own address', original: { icons: [{ src: PNG }] }, listed: { icons: [{ src: PNG }] } },
  ...[
    'http://icons.example/a.png',
    'javascript:alert(1)',
    'data:text/html,<b>',
    'file:///etc/passwd',
    'https://user:pass@icons.example/a.png',
    'https://icons.example/a\u202e.png',
    `https://icons.example/${'a'.repeat(2_100)}`,
    `data:image/png;base64,${'a'.repeat(5_000)}`,
    `https://icons.example/?key=${SECRET}`,
  ].map((src) => ({
    label: `beside ${src.slice(0, 40)}`,
    original: { icons: [{ src }, { src: PNG }] },
    listed: { icons: [{ src: PNG }] },
    // The secret is removed later, and its icon with it.
    ...(!src.includes(SECRET) && { omitted: '1 of its 2 icons' }),
  })),
  {
    label: 'what is wrong in an icon',
    original: { icons: [{ ...icon, sizes: 'big', theme: 'blue', mimeType: 'text/html', onload: 'x' }] },
    listed: { icons: [{ src: icon.src }] },
  },
  {
    label: 'more icons than there may be',
    original: { icons: Array.from({ length: 9 }, () => icon) },
    listed: { icons: Array.from({ length: 4 }, () => icon) },
    omitted: '5 of its 9 icons',
  },
  { label: 'icons that are no list', original: { icons: icon }, listed: {}, omitted: 'its icons are not a list' },
  {
    label: '_meta',
    original: { _meta: { 'acme.example/a': { b: [1, null, 'c'] } } },
    listed: { _meta: { 'acme.example/a': { b: [1, null, 'c'] } } },
  },
  {
    label: 'the protocol’s own keys',
    original: { _meta: { 'io.modelcontextprotocol/related-task': { taskId: '1' }, kept: true } },
    listed: { _meta: { kept: true } },
  },
  {
    label: 'secrets and hidden characters in _meta',
    original: { _meta: { note: `a ${SECRET}\nb\u202ec`, constructor: 1 } },
    listed: { _meta: { note: 'a [redacted]\nb c', constructor: 1 } },
  },
  {
    label: '_meta that is too large',
    original: { _meta: { a: 'x'.repeat(9_000) }, icons: [icon] },
    listed: { icons: [icon] },
    omitted: 'its _meta',
  },
  { label: '_meta that is too deep', original: { _meta: deep(30) }, listed: {}, omitted: 'its _meta' },
  {
    label: 'the page of an app',
    original: { _meta: { ui, 'ui/resourceUri': page } },
    listed: {
      _meta: {
        ui: { ...ui, resourceUri: 'ui://toolyard/apps/weather/forecast.html' },
        'ui/resourceUri': 'ui://toolyard/apps/weather/forecast.html',
      },
    },
    unlinked: { _meta: { ui: { visibility: ui.visibility } } },
  },
  {
    label: 'nothing but the page of an app',
    original: { _meta: { ui: { resourceUri: page } } },
    listed: { _meta: { ui: { resourceUri: 'ui://toolyard/apps/weather/forecast.html' } } },
    unlinked: {},
  },
  ...['forbidden', 'optional', 'required'].map((taskSupport) => ({
    label: `tasks that are ${taskSupport}`,
    original: { execution: { taskSupport } },
    listed: {},
    older: { execution: { taskSupport: 'forbidden' } },
  })),
  {
    label: 'what nobody knows of tasks',
    original: { execution: { taskSupport: 'sometimes' } },
    listed: {},
  },
];

/** A server with one tool for each case, named by its index. All tools also have the metadata in `shared`. */
export function build(shared: object): McpServer {
  const server = new McpServer({ name: 'apps', version: '1.0.0' }, { instructions: INSTRUCTIONS });
  server.registerResource('page', page, { mimeType: 'text/html;profile=mcp-app' }, ({ href: uri }) => ({
    contents: [
      { uri, mimeType: 'text/html;profile=mcp-app', text: '<p>rain</p>', _meta: { ui: { prefersBorder: true } } },
    ],
  }));
  server.registerTool('case-0', { inputSchema: z.object({}) }, () => ({ content: [] }));
  const tools = CASES.map(({ original }, at) => ({
    name: `case-${at}`,
    inputSchema: { type: 'object' as const },
    ...original,
    ...shared,
  }));
  server.server.setRequestHandler('tools/list', () => ({ tools }));
  return server;
}
