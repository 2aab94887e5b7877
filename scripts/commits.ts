/**
 * Checks the subjects of all commits since the rule was introduced: `type(scope): imperative`, at most 72 characters. A
 * shallow clone without that commit checks only its newest commit.
 */
import { execFileSync } from 'node:child_process';

const RULE_MADE = '1bcf6b50';
const LENGTH_MAX = 72;
const TYPES = 'feat|fix|docs|refactor|test|perf|build|ci|chore|style|revert|security';
const SUBJECT = new RegExp(`^(?:${TYPES})(?:\\([a-z0-9,-]+\\))?!?: [a-z0-9\`$]`);

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

function subjects(): readonly string[] {
  try {
    return git('log', '--no-merges', '--format=%s', `${RULE_MADE}..HEAD`).split('\n').filter(Boolean);
  } catch {
    return [git('log', '-1', '--format=%s').trim()];
  }
}

const all = subjects();
const bad = all.filter((subject) => subject.length > LENGTH_MAX || !SUBJECT.test(subject));
for (const subject of bad) console.error(`Not "type(scope): imperative" within ${LENGTH_MAX} characters: ${subject}`);
console.log(`${all.length} commit subjects checked, ${bad.length} to reword`);
if (bad.length > 0) process.exitCode = 1;
