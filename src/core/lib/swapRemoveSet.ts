/** What can be in one bag at a time. Only the bag sets `place`: where it is there, and -1 outside. */
export type SwapRemoveItem = { place: number };

/**
 * Things that come and go with every request, in no order. A Set of them makes a new table every few dozen: the old one
 * still points to what was in it, and to the next. Once a table has become old, the collection of young objects frees
 * none of those after it, nor the requests that they lead to, until the next full one.
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
