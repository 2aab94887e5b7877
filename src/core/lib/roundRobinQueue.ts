/** An item of a list, until removed. */
type Link<T> = { readonly value: T; before: Link<T> | null; after: Link<T> | null };

/**
 * A linked list whose items can be removed in constant time. An array would move the items after it, and a Set iterates
 * over removed items.
 */
function createList<T>() {
  let first: Link<T> | null = null;
  let last: Link<T> | null = null;
  return {
    first: (): Link<T> | null => first,
    add(value: T): Link<T> {
      const link: Link<T> = { value, before: last, after: null };
      if (last) last.after = link;
      else first = link;
      last = link;
      return link;
    },
    /** Removes a link. The link must be in the list. */
    remove(link: Link<T>): void {
      const { before, after } = link;
      if (before) before.after = after;
      else first = after;
      if (after) after.before = before;
      else last = before;
      // Otherwise a removed link would keep later links in memory, as in `swapRemoveSet.ts`.
      link.before = null;
      link.after = null;
    },
  };
}

type Task = { readonly start: () => void; readonly joinedAt: number; isWaiting: boolean };
type Line = {
  readonly owner: string;
  readonly tasks: ReturnType<typeof createList<Task>>;
  readonly openedAt: number;
  count: number;
  /** The owner's position in the order; null while paused. */
  place: Link<Line> | null;
};

/**
 * Waiting tasks by owner. Owners take turns: the owner of the last task goes to the end of the order. Every operation
 * takes constant time.
 */
export class RoundRobinQueue {
  readonly #order = createList<Line>();
  readonly #lines = new Map<string, Line>();
  readonly #held = new Set<string>();
  readonly #now: () => number;
  #count = 0;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  count(): number {
    return this.#count;
  }

  /** Number of owners with waiting tasks. */
  owners(): number {
    return this.#lines.size;
  }

  countOf(owner: string): number {
    return this.#lines.get(owner)?.count ?? 0;
  }

  /**
   * How many tasks of the owner wait, since when any have, and since when the first one has, by the queue's clock; null
   * without any.
   */
  waitOf(owner: string): { readonly count: number; readonly openedAt: number; readonly joinedAt: number } | null {
    const line = this.#lines.get(owner);
    const first = line?.tasks.first();
    return line && first ? { count: line.count, openedAt: line.openedAt, joinedAt: first.value.joinedAt } : null;
  }

  /** @returns a function that removes the task; it returns false if the task is no longer waiting */
  join(owner: string, start: () => void): () => boolean {
    const line = this.#lines.get(owner) ?? this.#open(owner);
    const task = line.tasks.add({ start, joinedAt: this.#now(), isWaiting: true });
    line.count += 1;
    this.#count += 1;
    return () => {
      if (!task.value.isWaiting) return false;
      this.#unlink(line, task);
      return true;
    };
  }

  /** The first task of the first owner who isn't paused. */
  next(): { readonly owner: string; readonly start: () => void } | null {
    const line = this.#order.first()?.value;
    const task = line?.tasks.first();
    if (!line || !task) return null;
    this.#unlink(line, task);
    this.#outOfTurn(line);
    if (line.count > 0) line.place = this.#order.add(line);
    return { owner: line.owner, start: task.value.start };
  }

  /** Pauses the owner: `next` skips its tasks. */
  hold(owner: string): void {
    this.#held.add(owner);
    const line = this.#lines.get(owner);
    if (line) this.#outOfTurn(line);
  }

  /** Resumes a paused owner, at the end of the order. */
  release(owner: string): void {
    this.#held.delete(owner);
    const line = this.#lines.get(owner);
    if (line) line.place = this.#order.add(line);
  }

  #open(owner: string): Line {
    const line: Line = { owner, tasks: createList(), openedAt: this.#now(), count: 0, place: null };
    if (!this.#held.has(owner)) line.place = this.#order.add(line);
    this.#lines.set(owner, line);
    return line;
  }

  #outOfTurn(line: Line): void {
    if (line.place) this.#order.remove(line.place);
    line.place = null;
  }

  #unlink(line: Line, task: Link<Task>): void {
    task.value.isWaiting = false;
    line.tasks.remove(task);
    line.count -= 1;
    this.#count -= 1;
    if (line.count > 0) return;
    this.#outOfTurn(line);
    this.#lines.delete(line.owner);
  }
}
