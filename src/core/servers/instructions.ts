import { visibleText } from '../lib/hiddenText.ts';
import { shownText } from '../lib/text.ts';

/**
 * Maximum bytes of a server's instructions in UTF-8. Longer ones are omitted entirely, since a part may have a
 * different meaning.
 */
const INSTRUCTIONS_BYTES_MAX = 8_192;
/** Maximum characters of instructions before cleaning; longer texts are omitted. */
const GIVEN_CHARS_MAX = 65_536;

const isShortEnough = (text: string): boolean => Buffer.byteLength(text) <= INSTRUCTIONS_BYTES_MAX;

/** A document's instructions to models, about all tools of a server (MCP, `instructions`). */
export const instructionsSchema = shownText
  .refine((text) => text.trim() !== '', 'must not be blank')
  .refine(isShortEnough, `must take at most ${INSTRUCTIONS_BYTES_MAX} bytes`);

/** The instructions to store, or why they cannot be stored. */
type ReadInstructions = { readonly instructions: string | null; readonly problem: string | null };

/**
 * Cleans a server's instructions. Removes invisible characters, and the secrets used to fetch the instructions, even if
 * they contain invisible characters. The result is valid for `instructionsSchema`.
 */
export function readInstructions(stored: string | null, scrub: (text: string) => string): ReadInstructions {
  if (stored === null || stored.trim() === '') return { instructions: null, problem: null };
  const text = stored.length <= GIVEN_CHARS_MAX ? scrub(visibleText(scrub(stored))).trim() : null;
  if (text === null || !isShortEnough(text)) {
    const problem = `its instructions exceed ${INSTRUCTIONS_BYTES_MAX} bytes and are left out`;
    return { instructions: null, problem };
  }
  return { instructions: text === '' ? null : text, problem: null };
}
