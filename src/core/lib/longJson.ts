import { isUtf8 } from 'node:buffer';
import { EXACT_CHARS_MAX, endOfString, hasFewValues, inheritLossless, isTooDeep, parseJson, STEPS } from './json.ts';
import { addMember, joinMembers } from './jsonMembers.ts';
import { noteSize } from './jsonSize.ts';

/** Called between two parts of a text; null to continue immediately. */
export type Pause = () => Promise<void> | null;

/** Bytes parsed in one step: about 0.1 ms, or 1 ms if every value is an object. */
const PART_BYTES = 16_384;
/** Bytes scanned, without parsing anything, before yielding to the event loop. */
const SCANNED_BYTES_MAX = 65_536;

const [QUOTE, COMMA, COLON, LIST, LIST_END, OBJECT] = [0x22, 0x2c, 0x3a, 0x5b, 0x5d, 0x7b];
const BOM = Buffer.from('\ufeff');

/** A list or object longer than one part, while its members are read. */
type Frame = {
  readonly isList: boolean;
  readonly made: Record<string, unknown>;
  /** Parsed members of a list, in parts. Appending them to one list would copy it repeatedly. */
  readonly parts: unknown[][];
  /** The offset at which its text starts, and the names of an object's members so far. */
  readonly start: number;
  readonly names: string[];
  /** The member's name in the enclosing object; null in a list and at the top level. */
  readonly key: string | null;
  /** The offset at which the unparsed text starts, and that of the current member. */
  from: number;
  member: number;
  /** The last token read. After a long member, only a comma or the end may follow. */
  last: 'nothing' | 'comma' | 'long member';
};

const invalid = (): SyntaxError => new SyntaxError('no JSON');

/**
 * Returns the same as `readJson` for a text of any length, but yields to the event loop between parts. Members of
 * lists and objects are parsed together up to 16 KiB; a longer member is read member by member, recursively.
 */
export async function readLongJson(bytes: Buffer, pause: Pause): Promise<unknown> {
  if (!isUtf8(bytes) || isTooDeep(bytes)) return undefined;
  // Searching megabytes takes time, so other work may run before parsing.
  const turn = pause();
  if (turn) await turn;
  try {
    return await new LongReader(bytes, pause).read();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

class LongReader {
  readonly #bytes: Buffer;
  readonly #pause: Pause;
  readonly #parse: (text: string) => unknown;
  readonly #frames: Frame[] = [];
  #at = 0;
  /** Offsets of the brackets open within the current member, outermost first. */
  #open: number[] = [];
  /** Offsets of open brackets that start long members, which need not be scanned again. */
  #long: number[] = [];
  /** Start and end of the last long string, so that its end is searched for only once. */
  #string = { at: -1, end: -1 };
  #scanned = 0;
  #hasParsed = false;

  constructor(bytes: Buffer, pause: Pause) {
    this.#bytes = bytes;
    this.#pause = pause;
    // In UTF-8, a UTF-16 unit takes one to three bytes.
    const isShort =
      bytes.length <= EXACT_CHARS_MAX ||
      (bytes.length <= 3 * EXACT_CHARS_MAX && bytes.toString('utf8').length <= EXACT_CHARS_MAX);
    this.#parse = isShort || hasFewValues(bytes) ? parseJson : JSON.parse;
  }

  async read(): Promise<unknown> {
    const bytes = this.#bytes;
    const start = this.#skipSpace(bytes.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0);
    if (bytes[start] !== LIST && bytes[start] !== OBJECT) return this.#parse(bytes.toString('utf8', start));
    this.#enter(start, null);
    for (;;) {
      const made = this.#readPart();
      if (made) return made;
      const turn = this.#pause();
      if (turn) await turn;
    }
  }

  /**
   * Reads until one part is parsed or enough bytes are scanned. Returns the outermost list or object once it is
   * complete.
   */
  #readPart(): object | null {
    this.#hasParsed = false;
    this.#scanned = 0;
    while (!this.#hasParsed && this.#scanned < SCANNED_BYTES_MAX) {
      const frame = this.#frames.at(-1);
      if (!frame || this.#at >= this.#bytes.length) throw invalid();
      const made = this.#scanNext(frame);
      if (made && this.#skipSpace(this.#at) < this.#bytes.length) throw invalid();
      if (made) return made;
    }
    return null;
  }

  /** Reads the next significant byte, or one string. */
  #scanNext(frame: Frame): object | null {
    const open = this.#open;
    this.#skip(frame);
    const byte = this.#bytes[this.#at] ?? 0;
    const step = STEPS[byte] ?? 0;
    if (open.length === 0 && (byte === COMMA || step < 0)) return this.#endMember(frame, byte);
    if (byte === QUOTE) this.#skipString();
    else if (step > 0) open.push(this.#at);
    else if (step < 0) open.pop();
    if (this.#isInLong(frame)) this.#enterMember(frame);
    else this.#at += 1;
    return null;
  }

  /** Whether the current member is a list or object longer than one part. */
  #isInLong({ from }: Frame): boolean {
    const [first] = this.#open;
    return first !== undefined && (this.#at - from > PART_BYTES || first === this.#long[0]);
  }

  /** Skips to a bracket, a string or the first comma after which a part is long enough; at most one part. */
  #skip(frame: Frame): void {
    const bytes = this.#bytes;
    const start = this.#at;
    const isBetween = this.#open.length === 0;
    const memberMax = frame.last === 'long member' ? 0 : frame.from + PART_BYTES;
    let at = start;
    for (; at - start < PART_BYTES; at += 1) {
      const byte = bytes[at];
      if (byte === undefined || byte === QUOTE || STEPS[byte] !== 0) break;
      if (byte !== COMMA || !isBetween) continue;
      if (at > memberMax) break;
      frame.member = at + 1;
    }
    this.#scanned += at - start + 1;
    this.#at = at;
  }

  /** Skips to the quote that ends the string here. */
  #skipString(): void {
    const start = this.#at;
    this.#at = start === this.#string.at ? this.#string.end : endOfString(this.#bytes, start + 1);
    if (this.#at - start > PART_BYTES) this.#string = { at: start, end: this.#at };
    else this.#scanned += this.#at - start;
  }

  /** The offset of the next non-whitespace byte. */
  #skipSpace(at: number): number {
    let next = at;
    for (;;) {
      const byte = this.#bytes[next];
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return next;
      next += 1;
    }
  }

  /** Enters the list or object whose bracket is at this offset. */
  #enter(bracket: number, key: string | null): void {
    const isList = this.#bytes[bracket] === LIST;
    const at = bracket + 1;
    const none = { made: {}, parts: [], names: [] };
    this.#frames.push({ isList, ...none, start: bracket, key, from: at, member: at, last: 'nothing' });
    this.#at = at;
    this.#open = [];
  }

  /** Enters the current member, which is longer than one part, after parsing the members before it. */
  #enterMember(frame: Frame): void {
    if (this.#at - frame.from > PART_BYTES) this.#long = this.#open.filter((at) => this.#at - at > PART_BYTES / 2);
    if (this.#long[0] === this.#open[0]) this.#long.shift();
    if (frame.member > frame.from) this.#parseMembers(frame, frame.member - 1);
    let start = this.#skipSpace(frame.member);
    let key: string | null = null;
    if (!frame.isList) [key, start] = this.#nameAt(start);
    if (frame.last === 'long member' || (this.#bytes[start] !== LIST && this.#bytes[start] !== OBJECT)) throw invalid();
    this.#enter(start, key);
  }

  /** The name at this offset, and the offset of its value. */
  #nameAt(start: number): [string, number] {
    const end = endOfString(this.#bytes, start + 1);
    const colon = this.#skipSpace(end + 1);
    if (this.#bytes[start] !== QUOTE || this.#bytes[colon] !== COLON) throw invalid();
    return [String(this.#parse(this.#bytes.toString('utf8', start, end + 1))), this.#skipSpace(colon + 1)];
  }

  /** A comma or a closing bracket ends a member here. Returns the outermost list or object if this was its end. */
  #endMember(frame: Frame, byte: number): object | null {
    const at = this.#at;
    this.#at += 1;
    const isEnd = byte !== COMMA;
    if (isEnd && (byte === LIST_END) !== frame.isList) throw invalid();
    if (this.#skipSpace(frame.from) < at) this.#parseMembers(frame, at);
    else if (!(frame.last === 'long member' || (isEnd && frame.last === 'nothing'))) throw invalid();
    Object.assign(frame, { from: this.#at, member: this.#at, last: 'comma' });
    return isEnd ? this.#leave(frame) : null;
  }

  /** Closes the list or object and adds it to the enclosing one. */
  #leave(frame: Frame): object | null {
    this.#frames.pop();
    const around = this.#frames.at(-1);
    const made = frame.isList ? joinMembers(frame.parts) : frame.made;
    noteSize(made, { chars: this.#at - frame.start, names: frame.names });
    if (!around) return made;
    if (around.isList) around.parts.push(inheritLossless(made, [made]));
    else {
      addNamed(around, frame.key ?? '', made);
      inheritLossless(made, around.made);
    }
    Object.assign(around, { from: this.#at, member: this.#at, last: 'long member' });
    return null;
  }

  #parseMembers(frame: Frame, to: number): void {
    const { isList, parts, from, last } = frame;
    // Only a comma or the end can follow a long member.
    if (last === 'long member') throw invalid();
    this.#hasParsed = true;
    const text = this.#bytes.toString('utf8', from, to);
    const part: unknown = this.#parse(isList ? `[${text}]` : `{${text}}`);
    if (typeof part !== 'object' || part === null) throw invalid();
    if (Array.isArray(part)) {
      parts.push(part);
      return;
    }
    for (const [key, value] of Object.entries(part)) addNamed(frame, key, value);
    inheritLossless(part, frame.made);
  }
}

/** Adds a member, and its name unless an earlier member has it too. */
function addNamed({ made, names }: Frame, key: string, value: unknown): void {
  if (!Object.hasOwn(made, key)) names.push(key);
  addMember(made, key, value);
}
