/**
 * Runs one lane of CI: `node scripts/ci/run.ts LANE [PATTERN]`. PATTERN picks the steps whose command contains it.
 * Where `CI_BASE` names a commit, steps that the changes since then can't affect are skipped. Stops at the first step
 * that fails.
 */
import { spawnSync } from 'node:child_process';
import { LANES, type Step } from './lanes.ts';

const [lane = '', pattern = ''] = process.argv.slice(2);
const steps = LANES[lane];
if (!steps) throw new Error(`Usage: node scripts/ci/run.ts ${Object.keys(LANES).join('|')} [PATTERN]`);

/** Returns the paths that changed since the base, or null where the base isn't known. */
function changedPaths(base: string | undefined): readonly string[] | null {
  if (!base) return null;
  const { status, stdout } = spawnSync('git', ['diff', '--name-only', `${base}...HEAD`], { encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter((path) => path !== '') : null;
}

const changed = changedPaths(process.env['CI_BASE']);
const isAffected = ({ affectedBy }: Step): boolean =>
  !changed || !affectedBy || changed.some((path) => affectedBy.test(path));

const lines: string[] = [];
let failed = false;
for (const each of steps.filter(({ run }) => run.includes(pattern))) {
  if (!isAffected(each)) {
    lines.push(`skipped         ${each.says}`);
    continue;
  }
  console.log(`\n== ${each.says}\n$ ${each.run}`);
  const startedAt = Date.now();
  const { status } = spawnSync('bash', ['-c', each.run], { stdio: 'inherit' });
  failed = status !== 0;
  lines.push(
    `${failed ? 'failed' : 'passed'} ${((Date.now() - startedAt) / 1_000).toFixed(0).padStart(5)} s  ${each.says}`,
  );
  if (failed) break;
}
console.log(`\nci:${lane}\n${lines.join('\n')}\nci:${lane} ${failed ? 'FAILED' : 'passed'}`);
process.exitCode = failed ? 1 : 0;
