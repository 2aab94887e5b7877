/** An exported column: its heading and cell value. */
export type Column<Row> = { readonly name: string; readonly of: (row: Row) => string | number | null };

// Spreadsheets treat these as formulas, even with full-width signs and leading whitespace.
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

function cell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** CSV (RFC 4180) with a heading row; formulas are neutralized. */
export const toCsv = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  [columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ of }) => of(row)))]
    .map((cells) => `${cells.map(cell).join(',')}\r\n`)
    .join('');
