import type { ToolChangeKind } from '../../gql/graphql.ts';

export const KIND_WORDS = {
  COSMETIC: { title: 'Cosmetic', badge: 'plain', means: 'ordering, whitespace, examples or icons' },
  COMPATIBLE: { title: 'Compatible', badge: 'good', means: 'existing calls keep working' },
  BREAKING: { title: 'Breaking', badge: 'warn', means: 'valid calls may now fail' },
  REWORDED: { title: 'Reworded', badge: 'bad', means: 'the model sees a different description' },
  WIDENING: { title: 'Widening', badge: 'bad', means: 'the tool may do more, reach more or accept more input' },
  REMOVED: { title: 'Removed', badge: 'warn', means: 'the server no longer has the tool' },
} as const satisfies Readonly<Record<ToolChangeKind, object>>;
