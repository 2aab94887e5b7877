import { stripVTControlCharacters } from 'node:util';
import { withoutHidden } from '../../core/lib/hiddenText.ts';
import { createScrubber } from '../../core/results/scrub.ts';
import type { Launch } from './launch.ts';

const BYTES_MAX = 8 * 1_024;

/** The last 8 KiB of a program's standard error; may hold secrets. */
export type StderrTail = { add(chunk: Buffer): void; text(): string };

/** Keeps the end of the added chunks. */
export function createStderrTail(): StderrTail {
  let tail = Buffer.alloc(0);
  return {
    add(chunk) {
      tail = Buffer.concat([tail, chunk]).subarray(-BYTES_MAX);
    },
    text: () => tail.toString('utf8'),
  };
}

const LINES_MAX = 2;
const LINE_CHARS_MAX = 300;
/** Maximum lines searched from the end, so that a long output costs no more than a short one. */
const LINES_READ_MAX = 40;
const VALUE_CHARS_MIN = 4;
/** If a program has more values than this, nothing is shown, because searching for each would take too long. */
const VALUES_MAX = 200;
/** Stack frames and source lines are indented. Node ends with its version, and V8 with addresses. */
const NOISE_LINE = /^\s|^Node\.js v|^[^\p{L}]*$|^\d+: 0x|^-{5} \w+ stack trace/u;
const REASON_LINE =
  /error|exception|fatal|panic|cannot|can't|could not|unable|fail|denied|not found|missing|out of memory/i;
const DIRECTORIES = /(?<![/\w])(?:file:\/\/)?(?:\/[^\s/:'"()]+)+\//g;

/** Values passed to a program that it may print, such as its key. */
type GivenValues = Pick<Launch, 'env' | 'secrets'>;

/** Removes the values passed to the program, since servers often print their key. Null if there are too many values. */
export function withoutGivenValues(text: string, { env, secrets }: GivenValues): string | null {
  const values = [...Object.values(env), ...secrets].flatMap((value) => [value, ...value.split(/\r?\n/)]);
  const needles = [...new Set(values)].filter(({ length }) => length >= VALUE_CHARS_MIN);
  if (needles.length > VALUES_MAX) return null;
  // Secrets are removed first, in all encodings: the remainder of a truncated value would no longer match.
  const scrubbed = createScrubber(secrets).text(text);
  return needles.sort((a, b) => b.length - a.length).reduce((rest, value) => rest.replaceAll(value, '…'), scrubbed);
}

/**
 * At most the last two lines of a program's standard error, for an error message; lines that explain the failure are
 * preferred. Passed values, stack frames and directories of this machine are removed; `''` if nothing remains. Long
 * lines are omitted whole, because a truncated secret would no longer match. Tested by
 * `test/connectors/stdio/stderrTail.test.ts`.
 */
export function stderrExcerpt(text: string, launch: GivenValues): string {
  // The first line of a full tail has lost its beginning.
  const whole = Buffer.byteLength(text) >= BYTES_MAX ? text.slice(text.indexOf('\n') + 1) : text;
  const end = stripVTControlCharacters(whole).trimEnd().split(/\r?\n/).slice(-LINES_READ_MAX).join('\n');
  const shownLines = (withoutGivenValues(end, launch)?.split('\n') ?? [])
    .filter((line) => line.length <= LINE_CHARS_MAX && !NOISE_LINE.test(line))
    .map((line) => withoutHidden(line.replace(DIRECTORIES, '…/')).trim());
  const lines = shownLines.filter((line) => line !== '');
  const reasons = lines.filter((line) => REASON_LINE.test(line));
  const last = (reasons.length > 0 ? reasons : lines).slice(-LINES_MAX);
  return last.length === 0 ? '' : `; it said: ${last.join(' ')}`;
}

/** The program's last output, with an explanation of known causes. */
export const stderrFor = (child: { stderrTail(): string }, launch: Launch): string =>
  `${stderrExcerpt(child.stderrTail(), launch)}${hintIn(child.stderrTail(), launch)}`;

/** Commands that install a package before they run it. */
const INSTALLERS: ReadonlySet<string> = new Set(['npx', 'npm', 'bunx', 'pnpm', 'yarn']);
const UNREACHED =
  /\b(?:EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)\b/;
const READ_ONLY = /\bEROFS\b|read-only file system/i;
const REGISTRY = 'https://registry.npmjs.org';

// Compared with variable names in lower case.
const REGISTRY_VARIABLE = 'npm_config_registry';

/** An explanation for a known cause in a program's standard error; `''` for any other. */
export function hintIn(text: string, { command, network, env }: Pick<Launch, 'command' | 'network' | 'env'>): string {
  if (READ_ONLY.test(text))
    return '; it can write only to its own directory: {scratch} in its arguments, HOME and TMPDIR in its environment';
  const isInstaller = INSTALLERS.has(command.split('/').at(-1) ?? command);
  if (!isInstaller || !UNREACHED.test(text)) return '';
  const registry = Object.entries(env).find(([name]) => name.toLowerCase() === REGISTRY_VARIABLE)?.[1];
  const url = URL.parse(registry ?? REGISTRY);
  const why = network === 'none' ? ': its document grants no network ("network": "egress")' : '';
  return `; the npm registry ${url ? `${url.origin}${url.pathname}` : REGISTRY} cannot be reached${why}`;
}
