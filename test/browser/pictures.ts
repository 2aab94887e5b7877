/**
 * Makes the pictures of README.md, in docs/images: the dashboard in both themes, and a terminal in which the service
 * starts and a tool is called. What the terminal shows was printed by the commands that it shows, on this machine;
 * only the port, and what differs from start to start, is written as the README has it. `npm run pictures`.
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

const COMMANDS = [
  'toolyard stack create --name research',
  'toolyard stack add-server research everything --all',
  'toolyard stack tools research | head -5',
  'toolyard call research everything_get-sum --input \'{"a":2,"b":3}\'',
];

/** Runs a line of a shell in which `toolyard` is the command of this checkout. */
function runLine(line: string, { url, apiKey }: Running): readonly string[] {
  const env = { ...CHILD_ENV, TOOLYARD_URL: url, TOOLYARD_API_KEY: apiKey };
  const shell = `toolyard() { '${process.execPath}' src/cli/main.ts "$@"; }\n${line} 2>&1`;
  return execFileSync('bash', ['-c', shell], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
    .trimEnd()
    .split('\n');
}

function record(running: Running): readonly Step[] {
  const start = {
    command: 'npm start',
    output: running.service
      .out()
      .split('\n')
      .filter((line) => BANNER.test(line)),
  };
  const asInReadme = (text: string) => text.replaceAll(running.url, 'http://127.0.0.1:4000');
  const ran = COMMANDS.map((command) => ({ command, output: runLine(command, running) }));
  return [start, ...ran].map(({ command, output }) => ({ command, output: output.map(asInReadme) }));
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
const running = await startFresh();
try {
  const { page, close } = await newVisitor(browser, running.url);
  await acceptInvitation(page, running.welcomeUrl);
  await close();
  writeFileSync(join(FOLDER, 'terminal.svg'), recordingOf(record(running)));
  const { stackId } = await seed(running.url, running.apiKey);
  await photograph(browser, running, process.argv[2] ?? `/stacks/${stackId}`);
} finally {
  await browser.close();
  await running.stop();
}
for (const name of ['terminal.svg', 'dashboard-light.png', 'dashboard-dark.png']) {
  process.stdout.write(`${join(FOLDER, name)}: ${Math.ceil(statSync(join(FOLDER, name)).size / 1024)} KB\n`);
}
