import { chosenIn, type ListKind, type ListSearch } from './address.ts';

/** How a list that came whole is searched, sorted and filtered in the browser. */
export type WholeKind<Row> = ListKind & {
  /** What a search looks at. */
  readonly textOf: (row: Row) => string;
  readonly filters: Readonly<Record<string, (row: Row) => boolean>>;
  readonly orders: Readonly<Record<string, (one: Row, other: Row) => number>>;
};

/** The rows that have all words of the search, in any case, and that the filter lets through, in the chosen order. */
export function chosenRows<Row>(rows: readonly Row[], kind: WholeKind<Row>, search: ListSearch): readonly Row[] {
  const { q, sort, show } = chosenIn(kind, search);
  const words = q.toLowerCase().split(/\s+/);
  const { [show]: passes = () => true } = kind.filters;
  const { [sort]: order } = kind.orders;
  const found = rows.filter((row) => {
    const text = kind.textOf(row).toLowerCase();
    return words.every((word) => text.includes(word)) && passes(row);
  });
  return order ? found.toSorted(order) : found;
}

/** Compares by a text as people sort names. */
export const byText =
  <Row>(textOf: (row: Row) => string) =>
  (one: Row, other: Row): number =>
    textOf(one).localeCompare(textOf(other), 'en', { numeric: true, sensitivity: 'base' });

/** Compares by a time, the latest first, and what has none last. */
export const byLatest =
  <Row>(timeOf: (row: Row) => string | null) =>
  (one: Row, other: Row): number =>
    (timeOf(other) ?? '').localeCompare(timeOf(one) ?? '');
