import { chosenIn, type ListKind, type ListSearch } from './address.ts';

/** Search, sorting and filters in the browser. */
export type WholeKind<Row> = ListKind & {
  /** The searched text. */
  readonly textOf: (row: Row) => string;
  readonly filters: Readonly<Record<string, (row: Row) => boolean>>;
  readonly orders: Readonly<Record<string, (one: Row, other: Row) => number>>;
};

/** Rows that match the filter and every search word, ignoring case, in the chosen order. */
export function chosenRows<Row>(rows: readonly Row[], kind: WholeKind<Row>, search: ListSearch): readonly Row[] {
  const { q, sort, show } = chosenIn(kind, search);
  const words = q.toLowerCase().split(/\s+/);
  const { [show]: passes = () => true } = kind.filters;
  const { [sort]: order } = kind.orders;
  const matches = rows.filter((row) => {
    const text = kind.textOf(row).toLowerCase();
    return words.every((word) => text.includes(word)) && passes(row);
  });
  return order ? matches.toSorted(order) : matches;
}

/** Compares by a text, with natural sorting. */
export const byText =
  <Row>(textOf: (row: Row) => string) =>
  (one: Row, other: Row): number =>
    textOf(one).localeCompare(textOf(other), 'en', { numeric: true, sensitivity: 'base' });

/** Compares by a time, latest first, missing times last. */
export const byLatest =
  <Row>(timeOf: (row: Row) => string | null) =>
  (one: Row, other: Row): number =>
    (timeOf(other) ?? '').localeCompare(timeOf(one) ?? '');
