import { hidesInLines, withoutHidden, withoutHiddenInLines } from '../lib/hiddenText.ts';
import { shownText } from '../lib/text.ts';

/** Bytes of UTF-8 of a server's instructions. Longer ones are omitted entirely: a part may mean something else. */
const INSTRUCTIONS_BYTES_MAX = 8_192;
/** Characters of a server's text that are read; a longer one is left out. */
const GIVEN_CHARS_MAX = 65_536;

const isShortEnough = (text: string): boolean => Buffer.byteLength(text) <= INSTRUCTIONS_BYTES_MAX;

/** A document's instructions to models about all of a server's tools (MCP, `instructions`). */
export const instructionsSchema = shownText
  .refine((text) => text.trim() !== '', 'must not be blank')
  .refine(isShortEnough, `must take at most ${INSTRUCTIONS_BYTES_MAX} bytes`);

/** The instructions to store, and why a server's cannot be stored. */
export type ReadInstructions = { readonly instructions: string | null; readonly problem: string | null };

/**
 * Reads a server's instructions without the secrets used to fetch them and without invisible characters, even if one
 * was hidden inside the other. The result is valid for `instructionsSchema`.
 */
export function readInstructions(given: string | null, scrub: (text: string) => string): ReadInstructions {
  if (given === null || given.trim() === '') return { instructions: null, problem: null };
  const text = given.length <= GIVEN_CHARS_MAX ? scrub(visibleText(scrub(given))).trim() : null;
  if (text === null || !isShortEnough(text)) {
    const problem = `its instructions exceed ${INSTRUCTIONS_BYTES_MAX} bytes and are left out`;
    return { instructions: null, problem };
  }
  return { instructions: text === '' ? null : text, problem: null };
}

function visibleText(text: string): string {
  const lines = withoutHiddenInLines(text.replaceAll(/\r\n?/g, '\n'));
  // Checked again as a whole, since the bound on examined characters applies to all lines together.
  return hidesInLines(lines) ? withoutHidden(lines) : lines;
}
