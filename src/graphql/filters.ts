/** A filter argument of 0.1, which is now a field of the list's `filter`. */
export const OLD_FILTER = {
  description: 'Alias of `search` in `filter`, which takes precedence.',
  deprecationReason: 'Use the same field of `filter`.',
} as const;
