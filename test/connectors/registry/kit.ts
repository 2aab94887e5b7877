import { createRegistryReader } from '../../../src/connectors/registry/reader.ts';
import { newAccountId } from '../../../src/core/kernel/ids.ts';
import { AppError } from '../../../src/core/lib/errors.ts';
import type { Tenant } from '../../../src/core/lib/fairQueue.ts';
import type { RegistryRequest } from '../../../src/core/registry/registryPort.ts';
import type { StandInRegistry } from './standIn.ts';

/** A new account whose requests are never cancelled. */
export const someone = (): Tenant => ({ accountId: newAccountId(), signal: new AbortController().signal });
/** A request for the first page. */
export const pageRequest = (more: Partial<RegistryRequest> = {}): RegistryRequest => ({
  search: null,
  limit: 30,
  cursor: null,
  ...more,
});

/** A new reader with an empty cache. */
export const readerOf = ({ url }: StandInRegistry, timeoutMs?: number) =>
  createRegistryReader(url, {
    egressAllow: [{ kind: 'range', address: '127.0.0.1', prefixBits: 32, port: null }],
    ...(timeoutMs !== undefined && { timeoutMs }),
  });

/** The result, or the error's text. */
export const problemOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => value,
    (error: unknown) => (error instanceof AppError ? `${error.code}: ${error.message}` : error),
  );
