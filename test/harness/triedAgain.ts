import type { Reporter, TestCase } from 'vitest/node';

/**
 * Says at the end which tests were red at first and green when tried again, and why they were red. A fault of the
 * product is red twice; once, it is a moment in which the machine stood still, or a race: somebody has to look at it.
 */
export class TriedAgain implements Reporter {
  readonly #cases: TestCase[] = [];

  onTestCaseResult(testCase: TestCase): void {
    if (testCase.diagnostic()?.flaky) this.#cases.push(testCase);
  }

  onTestRunEnd(): void {
    for (const testCase of this.#cases) {
      const { errors = [] } = testCase.result();
      const reasons = errors.map(({ message }) => `\n  ${message}`);
      process.stdout.write(`red at first: ${testCase.module.moduleId} > ${testCase.fullName}${reasons.join('')}\n`);
    }
  }
}
