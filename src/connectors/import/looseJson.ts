/** A string, also one without an end, so that what follows a quote is looked at once. */
const STRING = String.raw`"[^"\\]*(?:\\[\s\S][^"\\]*)*"?`;
const COMMENT = new RegExp(String.raw`${STRING}|//[^\n]*|/\*[\s\S]*?(?:\*/|$)`, 'g');
const TRAILING_COMMA = new RegExp(String.raw`${STRING}|,(?=\s*[}\]])`, 'g');

const keepStrings = (found: string): string => (found.startsWith('"') ? found : ' ');

/**
 * The value of JSON that may have comments and trailing commas, as files of VS Code do; undefined for any other text.
 * Takes time in proportion to the text.
 */
export function parseLooseJson(text: string): unknown {
  return parsed(text) ?? parsed(text.replace(COMMENT, keepStrings).replace(TRAILING_COMMA, keepStrings));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
