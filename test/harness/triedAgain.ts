import type { Reporter, TestCase } from 'vitest/node';

/** Why the first try of a test is red where each is tried twice: nobody has to be told of it. */
export const ON_PURPOSE = 'red on purpose, to be tried once more';

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
      const reasons = errors.flatMap(({ message }) => (message === ON_PURPOSE ? [] : [`\n  ${message}`]));
      if (reasons.length === 0) continue;
      process.stdout.write(`red at first: ${testCase.module.moduleId} > ${testCase.fullName}${reasons.join('')}\n`);
    }
  }
}
