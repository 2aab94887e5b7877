import { setImmediate as nextTurn } from 'node:timers/promises';
import { hasExactNumber } from '../../core/lib/decimal.ts';
import { isRecord } from '../../core/lib/json.ts';
import { withoutStandIns, withStandIns } from '../../core/lib/standIns.ts';

/** A thread's result. Strings that start with `mark` are placeholders for exact numbers; null if there are none. */
export type FromThread<T> = { readonly read: T; readonly mark: string | null };

/** Runs in a thread: encodes a result so that its numbers stay exact in the transfer to the event loop. */
export function forEventLoop<T>(read: T): FromThread<T> {
  if (!hasExactNumber(read)) return { read, mark: null };
  const { value, mark } = withStandIns(read);
  // Boundary: the same except for the numbers, which `withNumbers` restores.
  return { read: value as T, mark };
}

/** Depth to which a thread's result is copied in steps. A tool at this depth is short. */
const TOOL_LEVEL = 4;
const TURN_MS_MAX = 10;

/** Runs on the event loop: restores a thread's result with its number literals. Yields to other work in between. */
export async function withNumbers<T>({ read, mark }: FromThread<T>): Promise<T> {
  if (mark === null) return read;
  let turnEnds = performance.now() + TURN_MS_MAX;
  const copyOf = async (value: unknown, level: number): Promise<unknown> => {
    if (level < TOOL_LEVEL && Array.isArray(value)) return copiesOf(value, level + 1);
    if (level < TOOL_LEVEL && isRecord(value)) {
      const copies = await copiesOf(Object.values(value), level + 1);
      return Object.fromEntries(Object.keys(value).map((key, at) => [key, copies[at]]));
    }
    if (performance.now() > turnEnds) {
      await nextTurn();
      turnEnds = performance.now() + TURN_MS_MAX;
    }
    return withoutStandIns(value, mark);
  };
  const copiesOf = async (values: readonly unknown[], level: number): Promise<unknown[]> => {
    const copies = [];
    for (const value of values) copies.push(await copyOf(value, level));
    return copies;
  };
  // Boundary: the thread made this value from one of the same type.
  return (await copyOf(read, 0)) as T;
}
