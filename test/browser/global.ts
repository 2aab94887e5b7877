import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { SCREENSHOTS_DIR } from './screens.ts';

/** Tests run against a new build of the sources. */
export function setup(): void {
  rmSync(SCREENSHOTS_DIR, { recursive: true, force: true });
  mkdirSync(SCREENSHOTS_DIR, { recursive: true });
  execFileSync(process.execPath, ['scripts/buildDashboard.ts'], { stdio: 'inherit' });
}
