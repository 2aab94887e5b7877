import { expect, it } from 'vitest';
import { AppError } from '../../src/core/lib/errors.ts';
import { refusalBody } from '../../src/mcp/refusalBody.ts';

it.each([
  ['Too many requests', 'Too many requests: try again in 3 s'],
  ['Too many changes are being made: try again', 'Too many changes are being made: try again in 3 s'],
  ['Too many: try again in 3 s. Why', 'Too many: try again in 3 s. Why'],
  ['Narrow the time, or try again', 'Narrow the time, or try again in 3 s'],
])('a refusal says once when to retry: %s', (message, expected) => {
  const error = { code: -32_000, message: expected, data: { retryAfterSeconds: 3 } };
  const refused = new AppError('unavailable', message, { retryAfterSeconds: 3 });
  expect(refusalBody(refused)).toEqual({ jsonrpc: '2.0', id: null, error });
});

it('a permanent refusal gives only the reason', () => {
  expect(refusalBody(new AppError('forbidden', 'Not yours'))).toEqual({ error: 'Not yours' });
});
