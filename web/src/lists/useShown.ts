import { useState } from 'react';
import type { ListSearch } from './address.ts';

/** How many rows are shown at a time. */
const SHOWN = 50;

/** Shows rows in steps; a new search starts over. */
export function useShown<Row>(rows: readonly Row[], search: ListSearch) {
  const key = JSON.stringify(search);
  const [shown, setShown] = useState({ key, count: SHOWN });
  const count = shown.key === key ? shown.count : SHOWN;
  return {
    shown: rows.slice(0, count),
    more: { hasMore: rows.length > count, isBusy: false, onMore: () => setShown({ key, count: count + SHOWN }) },
  };
}
