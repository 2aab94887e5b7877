import { useEffect, useState } from 'react';
import { useDebounced } from '../ui/useDebounced.ts';

const STORED = 'toolyard.graphiql.key';

/** The API key for all tabs. It's stored until the browser tab closes, and never in `localStorage`. */
export function useKey() {
  const [text, setText] = useState(() => sessionStorage.getItem(STORED) ?? '');
  const key = useDebounced(text).trim();
  useEffect(() => {
    if (key === '') sessionStorage.removeItem(STORED);
    else sessionStorage.setItem(STORED, key);
  }, [key]);
  return { text, setText, key };
}
