import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProtocolError } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Installation, run, runJson, startInstallation } from '../cli/toolyard.ts';
import { clientOf, type Imported, importLine, listenWith, passAll, textsOf } from './kit.ts';
import { PROGRAMS, type VendorProgram, versionOf } from './programs.ts';

// Each test starts a third-party program, and two of them a browser.
vi.setConfig({ testTimeout: 180_000 });

const FEATURES = ['import', 'call', 'HTTP', 'resources and prompts', 'error output'] as const;
type Feature = (typeof FEATURES)[number];

const home = mkdtempSync(join(tmpdir(), 'toolyard-programs-'));
const outcomes = new Map<string, boolean>();
let at: Installation;
beforeAll(async () => {
  at = await startInstallation('127.0.0.0/8,::1/128');
});
afterAll(async () => {
  await at?.close();
  rmSync(home, { recursive: true, force: true });
});

/** A test whose outcome is in the table. */
const check = (program: VendorProgram, feature: Feature, work: () => Promise<void>): void =>
  it(feature, async () => {
    outcomes.set(`${program.package} ${feature}`, false);
    await work();
    outcomes.set(`${program.package} ${feature}`, true);
  });

const idOf = ({ package: name }: VendorProgram): string => name.replace(/^@/, '').replaceAll(/[^a-z0-9]+/g, '-');

async function expectCall(program: VendorProgram, id: string, toolCount: number): Promise<void> {
  const client = await clientOf(at, id, program);
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(toolCount);
  const { tool = '', input = {}, answer = /./ } = program.call ?? {};
  const exposed = tools.find(({ name }) => name.endsWith(tool.replaceAll('-', '_')) || name.endsWith(tool));
  expect(exposed, `${tool} among ${tools.map(({ name }) => name)}`).toBeDefined();
  // Some programs report a failure as an error of JSON-RPC, which passes through.
  const call = client.callTool({ name: exposed?.name ?? '', arguments: { ...input } });
  const text = await call.then(textsOf, (error: unknown) => (error instanceof ProtocolError ? error.message : ''));
  expect(text).toMatch(answer);
  await client.close();
}

async function expectOffers(program: VendorProgram, id: string): Promise<void> {
  await passAll(at, id);
  const client = await clientOf(at, id, program);
  const { resources } = await client.listResources();
  const uri = resources.map((each) => each.uri).find((each) => each.endsWith(program.offers?.uri ?? ''));
  expect(uri).toBeDefined();
  const { contents } = await client.readResource({ uri: uri ?? '' });
  expect(contents[0]).toMatchObject({ uri, text: expect.stringMatching(/\w/) });
  const { prompts } = await client.listPrompts();
  const name = prompts.map((each) => each.name).find((each) => each.endsWith(program.offers?.prompt ?? '')) ?? '';
  expect((await client.getPrompt({ name })).messages.length).toBeGreaterThan(0);
  await client.close();
}

describe.each(PROGRAMS)('$vendor: $package', (program) => {
  const id = idOf(program);
  let toolCount = 0;
  const { call, http, offers, stderr } = program;
  if (call) {
    check(program, 'import', async () => {
      const imported = (await runJson(importLine(program, id), at.operator)) as Imported;
      expect(imported.warnings).toEqual([]);
      expect(imported.tool_count).toBeGreaterThan(0);
      toolCount = imported.tool_count;
    });
    check(program, 'call', () => expectCall(program, id, toolCount));
  }
  if (http) {
    check(program, 'HTTP', async () => {
      const listening = await listenWith(program, home);
      try {
        const line = ['server', 'import', listening?.url ?? '', '--id', `${id}-http`];
        const imported = (await runJson(line, at.operator)) as Imported;
        expect(imported.tool_count).toBe(toolCount);
        await expectCall({ ...program, keys: {} }, `${id}-http`, toolCount);
      } finally {
        listening?.stop();
      }
    });
  }
  if (offers) check(program, 'resources and prompts', () => expectOffers(program, id));
  if (stderr) {
    check(program, 'error output', async () => {
      const refused = await run(importLine(program, `${id}-without`, false), at.operator);
      expect(refused).toMatchObject({ code: 2, err: expect.stringMatching(stderr) });
    });
  }
});

const cellOf = (program: VendorProgram, feature: Feature): string => {
  const isRight = outcomes.get(`${program.package} ${feature}`);
  return isRight === undefined ? '-' : isRight ? 'right' : 'wrong';
};

function tableRows(): readonly string[] {
  return PROGRAMS.map((program) => {
    const cells = FEATURES.map((feature) => cellOf(program, feature));
    return `| ${[program.vendor, `\`${program.package}\``, versionOf(program), ...cells].join(' | ')} |`;
  });
}

it('docs/mcp.md shows the table with its share of correct hints', () => {
  const right = [...outcomes.values()].filter((each) => each).length;
  const total = `**${right} of ${outcomes.size}**`;
  process.stdout.write(`${[...tableRows(), total].join('\n')}\n`);
  const [, section = ''] = readFileSync('docs/mcp.md', 'utf8').split('\n## Tested programs\n');
  for (const row of tableRows()) expect(section).toContain(row);
  expect(section).toContain(total);
});
