import { createKeyedSemaphore } from '../../core/lib/keyedSemaphore.ts';

/** Resolves a name to all of its addresses, IPv4 and IPv6. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/**
 * Resolves a name on behalf of an account, or of the owner that represents all accounts. `signal` ends the wait for a
 * slot.
 */
type NameLookups = (owner: string, host: string, signal: AbortSignal) => Promise<readonly string[]>;

/** Maximum concurrent name lookups. Each occupies one of libuv's threads, of which `main.ts` allows 32. */
const OF_ALL_MAX = 16;
const OF_OWNER_MAX = 4;

/** A waiting lookup; a concurrent one for the same name shares its answer. */
type Waiting = { readonly joining: AbortController; answer: Promise<readonly string[]> | null };

/**
 * Limits and deduplicates DNS lookups. Each lookup occupies a thread until the name server responds, or for ten
 * seconds and more, and cannot be cancelled. Two names of one account with silent name servers could otherwise keep
 * every account from connecting. Lookups per account are therefore limited, and concurrent lookups of a name are
 * shared. Tested by `test/connectors/egress/names.test.ts`.
 */
export function createNames(resolve: Resolve): NameLookups {
  const semaphore = createKeyedSemaphore({ ofAll: OF_ALL_MAX, ofOwner: OF_OWNER_MAX });
  const pending = new Map<string, Promise<readonly string[]>>();
  const waiting = new Map<string, Set<Waiting>>();
  const ask = (host: string): Promise<readonly string[]> => {
    const answer = resolve(host).finally(() => pending.delete(host));
    pending.set(host, answer);
    for (const each of waiting.get(host) ?? []) {
      each.answer = answer;
      each.joining.abort();
    }
    return answer;
  };
  return async (owner, host, signal) => {
    const line = waiting.get(host) ?? new Set();
    waiting.set(host, line);
    const own: Waiting = { joining: new AbortController(), answer: null };
    line.add(own);
    try {
      const ending = AbortSignal.any([signal, own.joining.signal]);
      return await (pending.get(host) ?? semaphore.run(owner, ending, () => pending.get(host) ?? ask(host)));
    } catch (error) {
      // Another request has started a lookup of this name.
      if (own.answer) return await own.answer;
      throw error;
    } finally {
      line.delete(own);
      if (line.size === 0) waiting.delete(host);
    }
  };
}

const known = new WeakMap<Resolve, NameLookups>();

/** One set of lookups per `resolve`, since its users share the threads of the process. */
export function namesBy(resolve: Resolve): NameLookups {
  const names = known.get(resolve) ?? createNames(resolve);
  known.set(resolve, names);
  return names;
}
