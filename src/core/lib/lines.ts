/** An item of a list, until it is taken out. */
type Link<T> = { readonly value: T; before: Link<T> | null; after: Link<T> | null };

/** A list from which any item is taken out in one step: an array would be copied, and a Set walks over what is gone. */
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
    /** Only for a link that is in the list. */
    remove({ before, after }: Link<T>): void {
      if (before) before.after = after;
      else first = after;
      if (after) after.before = before;
      else last = before;
    },
  };
}

type Task = { readonly start: () => void; isWaiting: boolean };
type Line = { readonly owner: string; readonly tasks: ReturnType<typeof createList<Task>>; count: number };

/** Waiting tasks by owner, in turn: the owner served last goes to the end. No step grows with how many wait. */
export function createLines() {
  const order = createList<Line>();
  const lines = new Map<string, Link<Line>>();
  let count = 0;
  const open = (owner: string): Link<Line> => {
    const line = order.add({ owner, tasks: createList(), count: 0 });
    lines.set(owner, line);
    return line;
  };
  const takeOut = ({ value: line }: Link<Line>, task: Link<Task>): void => {
    task.value.isWaiting = false;
    line.tasks.remove(task);
    line.count -= 1;
    count -= 1;
  };
  const closeIfEmpty = (line: Link<Line>): void => {
    if (line.value.count > 0) return;
    order.remove(line);
    lines.delete(line.value.owner);
  };
  return {
    count: () => count,
    countOf: (owner: string) => lines.get(owner)?.value.count ?? 0,
    /** @returns what lets the task leave, false for one that no longer waits */
    join(owner: string, start: () => void): () => boolean {
      const line = lines.get(owner) ?? open(owner);
      const task = line.value.tasks.add({ start, isWaiting: true });
      line.value.count += 1;
      count += 1;
      return () => {
        if (!task.value.isWaiting) return false;
        const own = lines.get(owner) ?? line;
        takeOut(own, task);
        closeIfEmpty(own);
        return true;
      };
    },
    /** The first task of the first owner that may run one. */
    next(mayStart: (owner: string) => boolean): { readonly owner: string; readonly start: () => void } | null {
      let line = order.first();
      while (line && !mayStart(line.value.owner)) line = line.after;
      const task = line?.value.tasks.first();
      if (!line || !task) return null;
      takeOut(line, task);
      order.remove(line);
      if (line.value.count > 0) lines.set(line.value.owner, order.add(line.value));
      else lines.delete(line.value.owner);
      return { owner: line.value.owner, start: task.value.start };
    },
  };
}
