/**
 * An item that can be in one set at a time. Only the set changes `place`: the item's index, or -1 if it is in no set.
 */
export type SwapRemoveItem = { place: number };

/**
 * An unordered collection of items that come and go with every request. A Set reallocates its table every few dozen
 * changes, and each old table still references its items and the next table. Once an old table is promoted to the old
 * generation, later tables and their requests are freed only by a full collection.
 */
export class SwapRemoveSet<T extends SwapRemoveItem> {
  readonly #things: T[] = [];

  get size(): number {
    return this.#things.length;
  }

  /** Adds an item; no effect if it is already in the set. */
  add(thing: T): void {
    if (thing.place >= 0) return;
    thing.place = this.#things.push(thing) - 1;
  }

  /** Removes an item; no effect if it isn't in the set. */
  delete(thing: T): void {
    const { place } = thing;
    if (place < 0) return;
    thing.place = -1;
    const last = this.#things.pop();
    if (!last || last === thing) return;
    last.place = place;
    this.#things[place] = last;
  }

  /** A copy of the items. */
  all(): T[] {
    return [...this.#things];
  }
}
