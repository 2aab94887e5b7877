/**
 * Runs one lane of CI: `node scripts/ci/run.ts LANE [PATTERN]`. PATTERN picks the steps whose command contains it.
 * Steps that the changes since the base can't affect are skipped. The base is the commit that `CI_BASE` names, or the
 * one where this branch left `origin/main`; on that branch itself everything runs. Stops at the first step that fails.
 */
import { spawnSync } from 'node:child_process';
import { LANES, type Step } from './lanes.ts';

const [lane = '', pattern = ''] = process.argv.slice(2);
const steps = LANES[lane];
if (!steps) throw new Error(`Usage: node scripts/ci/run.ts ${Object.keys(LANES).join('|')} [PATTERN]`);

/** Returns the output lines of a git command, or null if it fails. */
function git(...args: readonly string[]): readonly string[] | null {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : null;
}

/** Returns the base commit of the change, or null if it isn't known. */
function baseCommit(): string | null {
  const named = process.env['CI_BASE'];
  if (named) return git('rev-parse', '--verify', `${named}^{commit}`)?.[0] ?? null;
  const [fork = null] = git('merge-base', 'origin/main', 'HEAD') ?? [];
  const [head] = git('rev-parse', 'HEAD') ?? [];
  return fork === head ? null : fork;
}

const base = baseCommit();
const changed = base === null ? null : git('diff', '--name-only', `${base}...HEAD`);
console.log(changed ? `${changed.length} paths changed since ${base}` : 'No base is known: every step runs');
const isAffected = ({ affectedBy }: Step): boolean =>
  !changed || !affectedBy || changed.some((path) => affectedBy.test(path));

const lines: string[] = [];
let failed = false;
for (const each of steps.filter(({ run }) => run.includes(pattern))) {
  if (!isAffected(each)) {
    lines.push(`skipped         ${each.label}`);
    continue;
  }
  console.log(`\n== ${each.label}\n$ ${each.run}`);
  const startedAt = Date.now();
  const { status } = spawnSync('bash', ['-c', each.run], { stdio: 'inherit' });
  failed = status !== 0;
  lines.push(
    `${failed ? 'failed' : 'passed'} ${((Date.now() - startedAt) / 1_000).toFixed(0).padStart(5)} s  ${each.label}`,
  );
  if (failed) break;
}
console.log(`\nci:${lane}\n${lines.join('\n')}\nci:${lane} ${failed ? 'FAILED' : 'passed'}`);
process.exitCode = failed ? 1 : 0;
