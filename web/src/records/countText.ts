type RowCount = { readonly count: number; readonly isExact: boolean };

/** “1,234 calls”, or of more than are counted “At least 10,000 calls”; empty where nothing is known. */
export function countText(counted: RowCount | null | undefined, noun: string): string {
  if (!counted) return '';
  const { count, isExact } = counted;
  if (!isExact && count === 0) return '';
  return `${isExact ? '' : 'At least '}${count.toLocaleString('en')} ${count === 1 ? noun : `${noun}s`}`;
}
