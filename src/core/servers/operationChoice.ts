import { z } from 'zod';
import { listUpTo } from '../lib/parse.ts';

const CHOICE_ENTRIES_MAX = 2_000;
// A low limit, since each pattern is tested against every operation.
const CHOICE_PATTERNS_MAX = 100;
/** Maximum characters of a tag, path or operation id in a choice. */
export const CHOICE_ENTRY_CHARS_MAX = 500;

const texts = listUpTo(z.string().min(1).max(CHOICE_ENTRY_CHARS_MAX), CHOICE_ENTRIES_MAX);

const paths = texts.refine(
  (input) => input.filter((pattern) => pattern.includes('*')).length <= CHOICE_PATTERNS_MAX,
  `must have at most ${CHOICE_PATTERNS_MAX} patterns with wildcards`,
);

const selector = z.strictObject({
  /** Tags, exactly as in the document. */
  tags: texts.optional(),
  /** Path patterns, optionally after a method: `GET /pets/**`. `*` matches within a segment, `**` across segments. */
  paths: paths.optional(),
  ids: texts.optional(),
});

/**
 * Selects the operations of an OpenAPI document that become tools: those matched by `include`, or all without it,
 * except those matched by `exclude`. Stored in the server's document, so that the next import uses it too.
 */
export const operationChoiceSchema = z.strictObject({ include: selector.optional(), exclude: selector.optional() });

const requestedSelector = z
  .strictObject({ tags: texts.nullish(), paths: paths.nullish(), ids: texts.nullish() })
  .nullish();

/** A choice in a request, where null counts as absent. */
export const requestedChoiceSchema = z
  .strictObject({ include: requestedSelector, exclude: requestedSelector })
  .transform(
    ({ include, exclude }): OperationChoice => ({
      ...(include && { include: withoutNulls(include) }),
      ...(exclude && { exclude: withoutNulls(exclude) }),
    }),
  );

/** A choice of operations. Empty: all of them. */
export type OperationChoice = z.infer<typeof operationChoiceSchema>;
/** The `include` or `exclude` part of a choice. */
export type OperationSelector = z.infer<typeof selector>;

const withoutNulls = ({
  tags,
  paths: patterns,
  ids,
}: NonNullable<z.output<typeof requestedSelector>>): OperationSelector => ({
  ...(tags && { tags }),
  ...(patterns && { paths: patterns }),
  ...(ids && { ids }),
});
