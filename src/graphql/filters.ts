/** A filter argument of 0.1, which is now a field of the list's `filter`. */
export const OLD_FILTER = {
  description: 'The same as in `filter`, which comes first.',
  deprecationReason: 'Use `filter`, which has it too.',
} as const;
