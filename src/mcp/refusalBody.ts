import type { AppError } from '../core/lib/errors.ts';

/** One of the codes that JSON-RPC leaves to implementations (section 5.1). */
const TRY_AGAIN = -32_000;

/**
 * A refusal's body. Temporary refusals are JSON-RPC errors that state the wait, because clients show the text to the
 * model and read no headers. Tried with seven clients in `test/clients/limits.test.ts`.
 */
export function refusalBody({
  message,
  details: { retryAfterSeconds },
}: Pick<AppError, 'message' | 'details'>): object {
  if (retryAfterSeconds === undefined) return { error: message };
  const wait = `try again in ${retryAfterSeconds} s`;
  const longer = message.endsWith('try again') ? `${message} in ${retryAfterSeconds} s` : `${message}: ${wait}`;
  const text = message.includes(wait) ? message : longer;
  return { jsonrpc: '2.0', id: null, error: { code: TRY_AGAIN, message: text, data: { retryAfterSeconds } } };
}
