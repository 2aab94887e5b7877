import { lookup } from 'node:dns/promises';
import { createKeyedSemaphore } from '../../core/lib/keyedSemaphore.ts';

/** Resolves a name to all of its addresses, IPv4 and IPv6. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Asks for a name on behalf of an account, or of what stands for all; `signal` ends the waiting for a place. */
export type AskedNames = (owner: string, host: string, signal: AbortSignal) => Promise<readonly string[]>;

/** Names that are asked for at a time: as many as libuv gives threads to, of the 32 that `main.ts` lets it have. */
const OF_ALL_MAX = 16;
const OF_OWNER_MAX = 4;

/** As the system resolves them, with its files and settings. @throws Error with the code `ENOTFOUND`, `EAI_AGAIN` */
export const systemResolve: Resolve = async (host) => (await lookup(host, { all: true })).map((entry) => entry.address);

/** One who waits to ask for a name, until another does: then for the same answer. */
type Waiting = { readonly joining: AbortController; answer: Promise<readonly string[]> | null };

/**
 * Asks for names in turn. The system resolves each in a thread, until its name server has answered or been silent for
 * ten seconds and more, and nothing ends that: two names of one account whose servers say nothing would keep all others
 * from connecting anywhere. So few names of an account are asked for at a time, and each of them once.
 * `test/connectors/egress/names.test.ts` tears it down.
 */
export function createNames(resolve: Resolve): AskedNames {
  const lanes = createKeyedSemaphore({ ofAll: OF_ALL_MAX, ofOwner: OF_OWNER_MAX });
  const asked = new Map<string, Promise<readonly string[]>>();
  const waiting = new Map<string, Set<Waiting>>();
  const ask = (host: string): Promise<readonly string[]> => {
    const answer = resolve(host).finally(() => asked.delete(host));
    asked.set(host, answer);
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
      return await (asked.get(host) ?? lanes.run(owner, ending, () => asked.get(host) ?? ask(host)));
    } catch (error) {
      // Somebody else has begun to ask for the name.
      if (own.answer) return await own.answer;
      throw error;
    } finally {
      line.delete(own);
      if (line.size === 0) waiting.delete(host);
    }
  };
}

const known = new WeakMap<Resolve, AskedNames>();

/** The names of everybody who resolves them by `resolve`: the threads are those of the process. */
export function namesBy(resolve: Resolve): AskedNames {
  const names = known.get(resolve) ?? createNames(resolve);
  known.set(resolve, names);
  return names;
}
