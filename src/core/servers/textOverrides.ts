import { z } from 'zod';
import { listUpTo } from '../lib/parse.ts';
import { shownText } from '../lib/text.ts';
import { providerNameSchema } from './toolName.ts';

const ENTRIES_MAX = 2_000;
/** Maximum characters of a custom tool description: OpenAI refuses longer ones. */
const DESCRIPTION_CHARS_MAX = 1_024;

const operation = z
  .string()
  .max(4_096)
  .regex(/^[A-Z]+ \S/, 'must be a method and a path, such as GET /pets');
const description = shownText.trim().min(1).max(DESCRIPTION_CHARS_MAX);

const areDistinct = (overrides: readonly { readonly operation: string }[]): boolean =>
  new Set(overrides.map(({ operation: each }) => each)).size === overrides.length;
const TWICE = 'must not name an operation twice';

/**
 * Overrides for the names and descriptions of an OpenAPI document's tools, by method and path. Stored in the server's
 * document, so that the next import uses them too.
 */
export const wordingSchema = listUpTo(
  z.strictObject({ operation, name: providerNameSchema.optional(), description: description.optional() }),
  ENTRIES_MAX,
).refine(areDistinct, TWICE);

/** Text overrides of tools, unordered. */
export type TextOverrides = z.infer<typeof wordingSchema>;

/** Text overrides in a request, where null counts as absent. */
export const requestedWordingSchema = listUpTo(
  z.strictObject({ operation, name: providerNameSchema.nullish(), description: description.nullish() }),
  ENTRIES_MAX,
)
  .refine(areDistinct, TWICE)
  .transform(
    (input): TextOverrides =>
      input.map((each) => ({
        operation: each.operation,
        ...(typeof each.name === 'string' && { name: each.name }),
        ...(typeof each.description === 'string' && { description: each.description }),
      })),
  );
