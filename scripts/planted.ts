/**
 * Removes one security check at a time, and prints the test that notices: `npm run test:planted`, optionally with words
 * that select checks. The files stay unchanged; the tests load the modified code. Exits 1 if a fault goes unnoticed.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createVitest, type TestModule } from 'vitest/node';
import type { Fault } from './planted/fault.ts';
import { FAULTS } from './planted/faults.ts';

/** @throws unless the code piece is in the file exactly once: after a change, someone must adapt the fault */
function planted({ file, from, to }: Fault): string {
  const pieces = readFileSync(file, 'utf8').split(from);
  if (pieces.length !== 2) throw new Error(`${file} has ${pieces.length - 1} times: ${from}`);
  return pieces.join(to);
}

/** The first test that fails, or the file's own failure; null if none fails. */
function failureIn(modules: readonly TestModule[]): string | null {
  for (const module of modules) {
    for (const test of module.children.allTests('failed')) return test.fullName;
    if (!module.ok()) return 'the file itself';
  }
  return null;
}

async function noticedBy(fault: Fault): Promise<string | null> {
  const path = resolve(fault.file);
  const code = planted(fault);
  const load = (id: string): string | null => (id === path ? code : null);
  const vitest = await createVitest(
    'test',
    { include: [fault.test], exclude: [], watch: false, bail: 1, reporters: [{}], fsModuleCache: false },
    { plugins: [{ name: 'planted', enforce: 'pre', load }] },
  );
  try {
    const { testModules } = await vitest.start();
    if (testModules.length === 0) throw new Error(`No test file ${fault.test}`);
    return failureIn(testModules);
  } finally {
    await vitest.close();
  }
}

const words = process.argv.slice(2);
const chosen = FAULTS.filter(({ guarantee, file }) => words.every((word) => `${guarantee} ${file}`.includes(word)));
let caught = 0;
for (const fault of chosen) {
  const by = await noticedBy(fault);
  caught += by === null ? 0 : 1;
  console.log(
    `${by === null ? 'NOT NOTICED' : 'noticed'}: ${fault.guarantee} (${fault.file}), ${fault.test}: ${by ?? '-'}`,
  );
}
console.log(`${chosen.length} faults planted, ${caught} caught`);
process.exit(caught === chosen.length ? 0 : 1);
