import type { Answer } from './types.ts';

/** A list that is read page by page during iteration: `for await (const row of pages)`. */
export class Pages<Row> implements AsyncIterable<Row> {
  readonly #read: (cursor: string | undefined) => Promise<Answer<readonly Row[]>>;

  constructor(read: (cursor: string | undefined) => Promise<Answer<readonly Row[]>>) {
    this.#read = read;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    for await (const rows of this.pages()) yield* rows;
  }

  /** Iterates over the pages. */
  async *pages(): AsyncGenerator<readonly Row[], void, undefined> {
    let cursor: string | undefined;
    do {
      const { data, nextCursor } = await this.#read(cursor);
      yield data ?? [];
      if (nextCursor !== null && nextCursor === cursor) throw new Error('The service names the same page again');
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined);
  }
}
