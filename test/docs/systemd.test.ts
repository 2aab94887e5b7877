import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The exposure level in tenths. systemd rates levels up to 4.0 as "OK". */
const EXPOSURE_MAX = 30;

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

describe.skipIf(!hasSystemd)('the systemd unit of docs/deploy.md', () => {
  let directory: string;
  let file: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'toolyard-unit-'));
    file = join(directory, 'toolyard.service');
    const [, unit = ''] =
      /<!-- toolyard\.service -->\n```ini\n([^`]+)```/.exec(readFileSync('docs/deploy.md', 'utf8')) ?? [];
    writeFileSync(file, unit);
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('the systemd unit has an exposure of at most 3.0 of 10', () => {
    const args = ['security', '--offline=true', `--threshold=${EXPOSURE_MAX}`, '--no-pager', file];
    const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    // systemd reports unknown settings on standard error.
    expect({ stderr, lastLine: stdout.trim().split('\n').at(-1), status }).toMatchObject({ stderr: '', status: 0 });
  });
});
