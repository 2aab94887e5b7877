/**
 * Creates the images of README.md, in docs/images: the dashboard in both themes, and a terminal that starts the service
 * and calls a tool. The terminal's output and timing are real. Only the port and values that vary between runs are
 * replaced by the README's. Run it with `npm run pictures`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { CHILD_ENV } from '../harness/service.ts';
import { launchBrowser, newVisitor } from './browser.ts';
import { acceptInvitation, signIn } from './people.ts';
import { recordingOf, type Step } from './recording.ts';
import { seed } from './seed.ts';
import { type Running, startFresh } from './service.ts';

const FOLDER = 'docs/images';
const BANNER = /^(Toolyard is ready|\s+(Dashboard|REST|GraphQL|MCP)\s)/;
/** Readers don't need full ids or keys, so the recording shortens them. */
const IDS = /\b(stack|client)_[0-9a-f-]{36}|\bty_\w+/g;

/** The call that the banner prints, wrapped to fit. */
const FIRST_CALL = String.raw`curl -s -X POST $TOOLYARD_URL/v1/stacks/$STACK/tools/everything_echo/invoke \
  -H "Authorization: Bearer $TOOLYARD_API_KEY" -H 'Content-Type: application/json' \
  -d '{"tool_input":{"message":"Hello, Toolyard"}}'`;

const COMMANDS = [
  FIRST_CALL,
  'toolyard stack create --name research',
  'toolyard stack add-server research everything --all',
  'toolyard stack tools research | head -5',
  'toolyard call research everything_get-sum --input \'{"a":2,"b":3}\'',
];

/** Runs `command` in a shell where `toolyard` is this checkout's command. */
function runCommand(command: string, { url, apiKey, service }: Running): Step {
  const [STACK = ''] = /\bstack_[0-9a-f-]+/.exec(service.out()) ?? [];
  const env = { ...CHILD_ENV, TOOLYARD_URL: url, TOOLYARD_API_KEY: apiKey, STACK };
  const shell = `toolyard() { '${process.execPath}' src/cli/main.ts "$@"; }\n{ ${command}; } 2>&1`;
  const began = performance.now();
  const printed = execFileSync('bash', ['-c', shell], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const seconds = (performance.now() - began) / 1000;
  return { command, seconds, output: printed.trimEnd().split('\n') };
}

function record(running: Running, startSeconds: number): readonly Step[] {
  const banner = running.service.out().split('\n');
  const start = { command: 'npm start', seconds: startSeconds, output: banner.filter((line) => BANNER.test(line)) };
  const shown = (text: string) =>
    text
      .replaceAll(running.url, 'http://127.0.0.1:4000')
      .replace('$TOOLYARD_URL', 'http://127.0.0.1:4000')
      .replace('$STACK', 'stack_…')
      .replace('$TOOLYARD_API_KEY', 'ty_…')
      .replaceAll(IDS, (id) => `${id.slice(0, id.indexOf('_') + 1)}…`);
  return [start, ...COMMANDS.map((command) => runCommand(command, running))].map(({ command, seconds, output }) => ({
    command: shown(command),
    seconds,
    output: output.map(shown),
  }));
}

async function photograph(browser: Browser, running: Running, path: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    const { page, close } = await newVisitor(browser, running.url, { theme });
    await page.setViewportSize({ width: 1280, height: 800 });
    await signIn(page);
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(FOLDER, `dashboard-${theme}.png`) });
    await close();
  }
}

mkdirSync(FOLDER, { recursive: true });
const browser = await launchBrowser();
const began = performance.now();
const running = await startFresh();
const startSeconds = (performance.now() - began) / 1000;
try {
  const { page, close } = await newVisitor(browser, running.url);
  await acceptInvitation(page, running.welcomeUrl);
  await close();
  writeFileSync(join(FOLDER, 'terminal.svg'), recordingOf(record(running, startSeconds)));
  const { stackId } = await seed(running.url, running.apiKey);
  await photograph(browser, running, process.argv[2] ?? `/stacks/${stackId}`);
} finally {
  await browser.close();
  await running.stop();
}
for (const name of ['terminal.svg', 'dashboard-light.png', 'dashboard-dark.png']) {
  process.stdout.write(`${join(FOLDER, name)}: ${Math.ceil(statSync(join(FOLDER, name)).size / 1024)} KB\n`);
}
