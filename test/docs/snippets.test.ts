import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { CLIENTS } from '../../src/cli/clients/clients.ts';
import { serverDocumentSchema } from '../../src/core/catalog/document.ts';
import { echoServer } from '../clients/server.ts';
import { type McpUpstream, startUpstream } from '../connectors/mcpUpstream.ts';
import { startWorld, type World } from '../harness/world.ts';
import { makeEndpoint } from '../mcp/kit.ts';
import { type Provider, startProvider } from './provider.ts';

const DIRECTORY = 'docs/snippets';
const snippets = readdirSync(DIRECTORY).sort();
const LANGUAGES: Readonly<Record<string, string>> = { 'toolyard.service': 'ini', 'nginx.conf': 'nginx' };
const pages = readdirSync('docs').flatMap((name) =>
  name.endsWith('.md') ? [readFileSync(`docs/${name}`, 'utf8')] : [],
);
const read = (name: string): string => readFileSync(`${DIRECTORY}/${name}`, 'utf8');

let world: World;
let upstream: McpUpstream;
let provider: Provider;
let env: Record<string, string>;
beforeAll(async () => {
  world = await startWorld({ egressAllow: '127.0.0.0/8' });
  upstream = await startUpstream('both');
  provider = await startProvider();
  const { url, token } = await makeEndpoint(world.account.ctx, world.url, 'ours', [echoServer(upstream.url)]);
  env = {
    PATH: process.env['PATH'] ?? '',
    TOOLYARD_STACK_URL: url.replace(/\/mcp$/, ''),
    TOOLYARD_TOKEN: token,
    OPENAI_API_KEY: 'none',
    OPENAI_BASE_URL: `${provider.url}/v1`,
    ANTHROPIC_API_KEY: 'none',
    ANTHROPIC_BASE_URL: provider.url,
  };
});
afterAll(async () => {
  await world?.close();
  await upstream?.close();
  await provider?.close();
});

const runFile = promisify(execFile);

describe('docs/snippets', () => {
  it.each(snippets.filter((name) => name.endsWith('.ts')))(
    '%s runs: the model calls the tool and answers',
    async (name) => {
      const { stdout } = await runFile(process.execPath, [`${DIRECTORY}/${name}`], { env });
      expect(stdout.trim()).toMatch(/^The tool said .*hi/);
    },
  );

  it('curl.sh lists the tool and calls it', async () => {
    const { stdout } = await runFile('sh', ['-e', `${DIRECTORY}/curl.sh`], { env });
    expect(stdout).toContain('"name":"demo_echo"');
    expect(stdout).toContain('{"result":{"content":[{"type":"text","text":"hi"}]}}');
  });

  it.each(Object.entries(CLIENTS))('%s.json is what toolyard init writes', (name, client) => {
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

  it('weather.json is a server whose document is valid', () => {
    expect(serverDocumentSchema.safeParse(JSON.parse(read('weather.json'))).error).toBeUndefined();
  });

  it('kubernetes.yaml asks for probes that exist, on the port of the image', async () => {
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

  it.each(snippets)('%s stands in a document, letter by letter', (name) => {
    const page = pages.join('\n');
    const [, language, block] = new RegExp(`<!-- ${name} -->\n\`\`\`(\\w+)\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
    expect({ name, block }).toEqual({ name, block: read(name) });
    expect(language).toBe(LANGUAGES[name] ?? name.split('.').at(-1));
  });
});
