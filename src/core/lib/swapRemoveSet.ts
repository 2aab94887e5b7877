/** An item of at most one set at a time. Only the set assigns `place`: its index, or -1 outside. */
export type SwapRemoveItem = { place: number };

/**
 * An unordered collection of items that come and go with every request. A Set reallocates its table every few dozen
 * changes, and each old table still references its items and the next table. Once one is promoted to the old
 * generation, minor collections free no later table or its requests until a full collection.
 */
export class SwapRemoveSet<T extends SwapRemoveItem> {
  readonly #things: T[] = [];

  get size(): number {
    return this.#things.length;
  }

  /** Nothing for one that is in it already. */
  add(thing: T): void {
    if (thing.place >= 0) return;
    thing.place = this.#things.push(thing) - 1;
  }

  /** Nothing for one that is not in it. */
  delete(thing: T): void {
    const { place } = thing;
    if (place < 0) return;
    thing.place = -1;
    const last = this.#things.pop();
    if (!last || last === thing) return;
    last.place = place;
    this.#things[place] = last;
  }

  /** A copy. */
  all(): T[] {
    return [...this.#things];
  }
}
