import { counted } from './figures.ts';

type RowCount = { readonly count: number; readonly isExact: boolean };

/** “1,234 calls”, or of more than are counted “At least 10,000 calls”; empty where nothing is known. */
export function rowCountText(rows: RowCount | null | undefined, noun: string): string {
  if (!rows) return '';
  const { count, isExact } = rows;
  if (!isExact && count === 0) return '';
  return `${isExact ? '' : 'At least '}${counted(count, noun)}`;
}
