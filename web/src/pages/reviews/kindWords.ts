import type { ToolChangeKind } from '../../gql/graphql.ts';

/** What each kind of change is called, how it looks, and what it means. */
export const KIND_WORDS = {
  COSMETIC: { title: 'Cosmetic', badge: 'plain', means: 'order, white space, examples or icons' },
  COMPATIBLE: { title: 'Compatible', badge: 'good', means: 'callers need not know' },
  BREAKING: { title: 'Breaking', badge: 'warn', means: 'calls that were right may fail' },
  REWORDED: { title: 'Reworded', badge: 'bad', means: 'it tells the model something else' },
  WIDENING: { title: 'Widening', badge: 'bad', means: 'it may do more, elsewhere or with more inputs' },
  REMOVED: { title: 'Removed', badge: 'warn', means: 'the server no longer has the tool' },
} as const satisfies Readonly<Record<ToolChangeKind, object>>;
