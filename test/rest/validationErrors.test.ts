import { expect, test } from 'vitest';
import { VALIDATION_ERRORS_BYTES_MAX, validationErrorsHeader } from '../../src/rest/validationErrors.ts';

const issue = (message: string) => ({ path: '/a', message });

test.for([
  ['no reason', [], '[]'],
  ['one', [issue('must be string')], '[{"path":"/a","message":"must be string"}]'],
  ['line breaks', [issue('a\r\nb')], '[{"path":"/a","message":"a\\r\\nb"}]'],
  ['letters beyond ASCII', [issue('ü🧰')], '[{"path":"/a","message":"\\u00fc\\ud83e\\uddf0"}]'],
  ['DEL', [issue('\x7f')], '[{"path":"/a","message":"\\u007f"}]'],
] as const)('writes %s', ([, issues, header]) => {
  expect(validationErrorsHeader(issues)).toBe(header);
});

test('is never longer than a header may be, and contains only whole entries', () => {
  for (const letter of ['x', 'ü', '"', '🧰']) {
    for (const length of [1, 10, 100, 500]) {
      const issues = Array.from({ length: 400 }, (_, index) => issue(letter.repeat(length + (index % 7))));
      const header = validationErrorsHeader(issues);
      expect(header.length).toBeLessThanOrEqual(VALIDATION_ERRORS_BYTES_MAX);
      expect(() => JSON.parse(header)).not.toThrow();
      expect(header).toMatch(/^[\x20-\x7e]*$/);
    }
  }
});

test('omits an entry that is too long, but not those after it', () => {
  const header = validationErrorsHeader([issue('x'.repeat(5_000)), issue('short')]);
  expect(JSON.parse(header)).toEqual([issue('short')]);
});
