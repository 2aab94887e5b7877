import { type RefObject, useEffect, useRef } from 'react';

/** Whether an element is on the screen: a ref for the element, and one that holds the answer without drawing anew. */
export function useInSight<Part extends HTMLElement>(): readonly [RefObject<Part | null>, RefObject<boolean>] {
  const part = useRef<Part>(null);
  const isInSight = useRef(true);
  useEffect(() => {
    if (!part.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      isInSight.current = entry?.isIntersecting ?? true;
    });
    observer.observe(part.current);
    return () => observer.disconnect();
  }, []);
  return [part, isInSight];
}
