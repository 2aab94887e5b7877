import { ApiError } from '../api/operation.ts';

export const EXPORT_ROWS_MAX = 10_000;
export const EXPORT_PAGE_ROWS = 100;

type Rows<Row> = {
  readonly nodes: readonly Row[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
};

export const NO_ROWS: Rows<never> = { nodes: [], pageInfo: { endCursor: null, hasNextPage: false } };

/** Reads a page of rows, after a cursor or from the start. */
export type ReadPage<Row> = (after: string | null) => Promise<Rows<Row>>;

type AllRows<Row> = {
  readonly rows: readonly Row[];
  /** Whether there were more rows than may be exported. */
  readonly isCut: boolean;
};

const WAITS_MAX = 20;
const SECOND_MS = 1_000;

const wait = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * SECOND_MS));

/** Reads all pages, respecting the API's rate limit. @throws ApiError */
export async function readAllRows<Row>(read: ReadPage<Row>, onCount: (count: number) => void): Promise<AllRows<Row>> {
  const rows: Row[] = [];
  let after: string | null = null;
  for (;;) {
    const page: Rows<Row> = await retryWhenLimited(() => read(after));
    rows.push(...page.nodes);
    onCount(rows.length);
    if (!page.pageInfo.hasNextPage) return { rows, isCut: false };
    if (rows.length >= EXPORT_ROWS_MAX) return { rows, isCut: true };
    after = page.pageInfo.endCursor;
  }
}

async function retryWhenLimited<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await request();
    } catch (error) {
      const isLimit = error instanceof ApiError && error.code === 'RATE_LIMITED';
      if (!isLimit || waits === WAITS_MAX) throw error;
      await wait(error.retryAfterSeconds ?? 1);
    }
  }
}
