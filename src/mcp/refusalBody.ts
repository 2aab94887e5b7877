import type { AppError } from '../core/errors.ts';

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
  const error = { code: TRY_AGAIN, message: withWait(message, retryAfterSeconds), data: { retryAfterSeconds } };
  return { jsonrpc: '2.0', id: null, error };
}

function withWait(message: string, seconds: number): string {
  const wait = `try again in ${seconds} s`;
  if (message.includes(wait)) return message;
  return message.endsWith('try again') ? `${message} in ${seconds} s` : `${message}: ${wait}`;
}
