/*
 * Characters that are invisible or change how the surrounding text renders. They can make one name look like another,
 * reverse a line of a page, or end a log line (Unicode TR36, section 3; UTS39, section 3.1). Letters of every script,
 * their marks, and emoji are not included.
 */

/**
 * Control characters, line and paragraph separators, lone surrogates, and all invisible characters: directions,
 * joiners, fillers, tags, variation selectors.
 */
const HIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{fff9}-\u{fffb}]/u;
/** Scripts whose words are written with joiners (Unicode, UAX31, section 2.3.1). */
const JOINING = ['Arab', 'Syrc', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr']
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('');
/** A joiner within a word. */
const JOINER_IN_WORD = new RegExp(String.raw`(?<=[[${JOINING}]&&[\p{L}\p{M}]])[\u200c\u200d](?=\p{L})`, 'yv');
/** The variation selector that displays a character as an emoji, as in keycaps. */
const PICTURE_SELECTOR = /(?<=[\p{Emoji}--\p{Emoji_Presentation}--[0-9#*]])\ufe0f|(?<=[0-9#*])\ufe0f(?=\u20e3)/vy;
const PICTURE = '\ufe0f';
const EMOJI = /\p{RGI_Emoji}/vy;
/** Matches possible multi-character emoji; much faster than the exact pattern. */
const EMOJI_LIKE =
  /\p{Emoji}(?:[\p{EMod}\ufe0f]|[\u{e0020}-\u{e007f}]{1,7})?(?:\u200d\p{Emoji}[\p{EMod}\ufe0f]?){0,8}/vy;
const JOINED_EMOJI =
  /\p{Emoji}(?:\p{Emoji_Modifier}|\ufe0f|[\u{e0020}-\u{e007f}]{1,7})?(?:\u200d\p{Emoji}(?:\p{Emoji_Modifier}|\ufe0f)?){1,8}/gu;
/** The invisible characters of emoji: joiner, selector, tags. */
const EMOJI_PART = /[\u200d\ufe0f\u{e0020}-\u{e007f}]/u;
const LINES = /[\n\t]/g;

const HIDDEN_ALL = new RegExp(HIDDEN, 'gu');
const MODIFIER = /\p{Emoji_Modifier}|\ufe0f/uy;
/** Emoji found so far; Unicode has a few thousand. */
const known = new Set<string>();
/** Maximum invisible characters examined in one text outside joined emoji. A text with more counts as hidden text. */
const EXAMINED_MAX = 100;

/**
 * True if a one-line text has a line end, or an invisible character outside words and emoji. Runs in linear time,
 * mostly under a microsecond per examined character, since a document may have thousands of texts.
 */
export function hasHiddenText(text: string): boolean {
  const rest = withoutEmoji(text);
  let examined = 0;
  let emojiEnd = 0;
  for (const { index, 0: character } of rest.matchAll(HIDDEN_ALL)) {
    examined += 1;
    if (examined > EXAMINED_MAX) return true;
    const inText = character === PICTURE ? PICTURE_SELECTOR : JOINER_IN_WORD;
    if (index < emojiEnd || matchesAt(inText, rest, index)) continue;
    emojiEnd = EMOJI_PART.test(character) ? endOfEmoji(rest, index) : 0;
    if (emojiEnd <= index) return true;
  }
  return false;
}

/** Replaces joined emoji up to the first sequence that is none: a document may have tens of thousands. */
function withoutEmoji(text: string): string {
  if (!text.includes('\u200d')) return text;
  let areEmoji = true;
  return text.replace(JOINED_EMOJI, (like) => {
    areEmoji &&= known.has(like) || emojiFrom(like, 0) === like.length;
    return areEmoji ? 'x' : like;
  });
}

function matchesAt(sticky: RegExp, text: string, index: number): boolean {
  sticky.lastIndex = index;
  return sticky.test(text);
}

/** End of the emoji that contains this part; the part's own position if there is none. */
function endOfEmoji(text: string, index: number): number {
  const before = startBefore(text, index);
  // A skin tone or a selector comes between the part and the character that starts the emoji.
  return emojiFrom(text, matchesAt(MODIFIER, text, before) ? startBefore(text, before) : before);
}

/** Start of the character that ends at `end`. */
const startBefore = (text: string, end: number): number =>
  Math.max(0, end - (/[\udc00-\udfff]/.test(text[end - 1] ?? '') ? 2 : 1));

/** End of the emoji that starts at `start`; 0 if there is none. */
function emojiFrom(text: string, start: number): number {
  EMOJI_LIKE.lastIndex = start;
  const [like] = EMOJI_LIKE.exec(text) ?? [];
  if (like === undefined) return 0;
  if (known.has(like)) return start + like.length;
  if (!matchesAt(EMOJI, text, start)) return 0;
  known.add(text.slice(start, EMOJI.lastIndex));
  return EMOJI.lastIndex;
}

/** As `hasHiddenText`, for text that may have several lines. */
export const hidesInLines = (text: string): boolean => hasHiddenText(text.replace(LINES, ''));

/** Returns an external name without its hidden characters. */
export const withoutHidden = (text: string): string => (hasHiddenText(text) ? stripped(text) : text);

const stripped = (text: string): string => text.replace(HIDDEN_ALL, ' ').replace(/ {2,}/g, ' ').trim();

/** Returns an external text of several lines without its hidden characters. */
export function visibleText(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  if (!hidesInLines(lines)) return lines;
  if (!lines.includes('\n')) return stripped(lines);
  const visible = lines
    .split('\n')
    .map((line) => (hidesInLines(line) ? stripped(line) : line))
    .join('\n');
  // Check the whole text again, since the limit on hidden characters applies to all lines together.
  return hidesInLines(visible) ? stripped(visible) : visible;
}
