import { counted } from './figures.ts';

type RowCount = { readonly count: number; readonly isExact: boolean };

/** “1,234 calls”, or “At least 10,000 calls” if not all are counted; empty if unknown. */
export function rowCountText(rows: RowCount | null | undefined, noun: string): string {
  if (!rows) return '';
  const { count, isExact } = rows;
  if (!isExact && count === 0) return '';
  return `${isExact ? '' : 'At least '}${counted(count, noun)}`;
}
