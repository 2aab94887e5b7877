import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { CLIENTS } from '../../src/cli/clients/clients.ts';
import { serverDocumentSchema } from '../../src/core/servers/document.ts';
import { echoServer, openEcho } from '../clients/server.ts';
import { OPENAPI } from '../graphql/sources.ts';
import { makeEndpoint } from '../mcp/kit.ts';

const DIRECTORY = 'docs/snippets';
/** Files of the product that a document shows verbatim. */
const SHOWN = ['deploy/nginx.conf', 'deploy/haproxy.cfg'];
const snippets = readdirSync(DIRECTORY).sort();
const LANGUAGES: Readonly<Record<string, string>> = {
  'toolyard.service': 'ini',
  'deploy/nginx.conf': 'nginx',
  'deploy/haproxy.cfg': 'haproxy',
};
const pages = readdirSync('docs').flatMap((name) =>
  name.endsWith('.md') ? [readFileSync(`docs/${name}`, 'utf8')] : [],
);
const read = (name: string): string => readFileSync(`${DIRECTORY}/${name}`, 'utf8');

const { world, upstream, endpoint, close } = await openEcho();
afterAll(close);

const KEY = {
  id: 'demo_key',
  name: 'Key',
  description: '',
  required: true,
  secret: true,
  placement: { in: 'header' as const, name: 'X-Demo-Key' },
};

/** A stack that one snippet may change; in another account if the server needs a credential. */
async function ownStack(credentials: readonly (typeof KEY)[]): Promise<Record<string, string>> {
  const { ctx, apiKey } = credentials.length > 0 ? world.otherAccount : world.account;
  const server = { ...echoServer(upstream.url), credentials: [...credentials] };
  const { url, token, stackId } = await makeEndpoint(ctx, world.url, randomUUID(), [server]);
  return {
    PATH: process.env['PATH'] ?? '',
    TOOLYARD_URL: world.url,
    TOOLYARD_API_KEY: apiKey,
    TOOLYARD_STACK: stackId,
    TOOLYARD_STACK_URL: url.replace(/\/mcp$/, ''),
    TOOLYARD_TOKEN: token,
  };
}

const runFile = promisify(execFile);

describe('docs/snippets', () => {
  it.each([
    [
      'search-mode.sh',
      [/"name":"search_tools"/, /"name":"demo_echo".*"credentials":"added"/, /\{"result":\{"data":"hi"\}\}/],
    ],
    [
      'code-mode.sh',
      [/UpdateToolHintsPayload/, /demo_echo\(input: \{ message: string/, /"result":"one, two, three","calls":3/],
    ],
    ['defer.sh', [/\{"type":"tool_search_tool_bm25_20251119"/, /"name":"demo_echo".*"defer_loading":true/]],
    ['results.sh', [/\{"result":\{"said":"hi"\}\}/, /"offset":256,"next_offset":512/]],
    [
      'batch.sh',
      [/"text":"one"/, /\{"result":\{"data":"two"\}\}/, /"status":404,"detail":"Tool demo_absent not found in stack"/],
    ],
    ['dry-run.sh', [/"decision":"allow","would_send":true/, /"request":\{"method":/]],
    [
      'rehearsal.sh',
      [
        /toolyard-rehearsal: none\r\n[\s\S]*"Rehearsal: the tool declares no output/,
        /x-error-code: upstream_rate_limited/,
        /retry-after: 30/,
      ],
    ],
    ['flow.sh', [/UpdateResultLabelPayload/, /CreatePolicyRulePayload/, /the rule “confidential” denies the call/]],
    ['once.sh', [/^(\{"result":\{"content":\[\{"type":"text","text":"hi"\}\]\}\}){2}$/]],
    [
      'rename.sh',
      [
        /"toolId":"demo_echo","exposedName":"say","isPinned":true/,
        /"name":"say","description":"Says a text/,
        /"text":"hi"/,
      ],
    ],
  ] as const)('%s does what its page says', async (name, expected) => {
    const { stdout } = await runFile('sh', ['-e', `${DIRECTORY}/${name}`], { env: await ownStack([]) });
    for (const each of expected) expect(stdout).toMatch(each);
  });

  it('upload.sh uploads a document in parts', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'toolyard-snippet-'));
    writeFileSync(join(cwd, 'api.json'), JSON.stringify({ ...OPENAPI, 'x-padding': 'x'.repeat(2_500_000) }));
    const { stdout } = await runFile('sh', ['-e', resolve(DIRECTORY, 'upload.sh')], { env: await ownStack([]), cwd });
    expect(stdout).toMatch(/"received":1048576\}.*"received":2097152\}.*"server":\{"id":"shop","toolCount":2\}/);
    rmSync(cwd, { recursive: true });
  });

  it('end-user.sh calls with the credentials of the end user only', async () => {
    const own = await ownStack([KEY]);
    const { stdout } = await runFile('sh', ['-e', `${DIRECTORY}/end-user.sh`], { env: own });
    expect(stdout).toMatch(/"UpdateServerCredentialModePayload".*"SetCredentialsPayload".*"text":"hi"/s);
    expect(upstream.requests.at(-1)?.headers.get('x-demo-key')).toBe('key-of-ann');
    const headers = { authorization: `Bearer ${own['TOOLYARD_TOKEN']}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ tool_name: 'demo_echo', tool_input: { message: 'hi' } });
    const call = (extra: object) =>
      fetch(`${own['TOOLYARD_STACK_URL']}/call_tool`, { method: 'POST', headers: { ...headers, ...extra }, body });
    expect((await call({})).status).toBe(400);
    expect((await call({ 'x-end-user': 'bob' })).status).toBe(400);
    expect((await call({ 'x-end-user': 'ann' })).status).toBe(200);
  });

  it('curl.sh lists the tool and calls it', async () => {
    const env = {
      PATH: process.env['PATH'] ?? '',
      TOOLYARD_STACK_URL: endpoint.url.replace(/\/mcp$/, ''),
      TOOLYARD_TOKEN: endpoint.token,
    };
    const { stdout } = await runFile('sh', ['-e', `${DIRECTORY}/curl.sh`], { env });
    expect(stdout).toContain('"name":"demo_echo"');
    expect(stdout).toContain('{"result":{"content":[{"type":"text","text":"hi"}]}}');
  });

  it.each(Object.entries(CLIENTS))('%s.json equals what toolyard init writes', (name, client) => {
    const connection = {
      url: 'https://tools.example.com/s/client_…/mcp',
      variable: 'TOOLYARD_TOKEN',
      token: 'eyJ…',
    };
    const extra = Object.entries(client.extra?.(connection) ?? {}).map(([member, item]) => [member, [item]]);
    expect(JSON.parse(read(`${name}.json`))).toEqual({
      ...Object.fromEntries(extra),
      [client.member]: { toolyard: client.entry(connection) },
    });
  });

  it('weather.json is a server with a valid document', () => {
    expect(serverDocumentSchema.safeParse(JSON.parse(read('weather.json'))).error).toBeUndefined();
  });

  it('kubernetes.yaml uses existing probes on the image’s port', async () => {
    const deployment = parseAllDocuments(read('kubernetes.yaml'))
      .map((document) => document.toJS())
      .find(({ kind }) => kind === 'Deployment');
    const [container] = deployment.spec.template.spec.containers;
    const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe];
    for (const { httpGet } of probes) {
      expect(httpGet.port).toBe(4000);
      expect((await fetch(world.url + httpGet.path)).status).toBe(200);
    }
    const names = container.env.map(({ name }: { name: string }) => name);
    const known = readFileSync('.env.example', 'utf8');
    expect(names.filter((name: string) => !known.includes(`\n${name}=`))).toEqual([]);
  });

  it.each([...snippets, ...SHOWN])('%s is quoted verbatim in a document', (name) => {
    const page = pages.join('\n');
    const [, language, block] = new RegExp(`<!-- ${name} -->\n\`\`\`(\\w+)\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
    expect({ name, block }).toEqual({ name, block: SHOWN.includes(name) ? readFileSync(name, 'utf8') : read(name) });
    expect(language).toBe(LANGUAGES[name] ?? name.split('.').at(-1));
  });
});
