import { isUtf8 } from 'node:buffer';
import { copiedFrom, EXACT_CHARS_MAX, parseJson } from './exactNumber.ts';
import { endOfString, isTooDeep, STEPS } from './json.ts';

/** Asked between two parts of a text; null to go on at once. */
export type Pause = () => Promise<void> | null;

/** Bytes that are parsed in one go: about a tenth of a millisecond, a whole one where each has an object of its own. */
const PART_BYTES = 16_384;

const [QUOTE, COMMA, COLON, LIST, LIST_END, OBJECT] = [0x22, 0x2c, 0x3a, 0x5b, 0x5d, 0x7b];
const SPACES: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d]);
const BOM = Buffer.from('\ufeff');

/** A list or object that is longer than a part, while its members are read. */
type Frame = {
  readonly isList: boolean;
  readonly made: unknown[] | Record<string, unknown>;
  /** What it is called in the object around it; null in a list, and for the outermost. */
  readonly key: string | null;
  /** Where what is not parsed yet begins, and the member that is looked at. */
  from: number;
  member: number;
  /** What has been read last: nothing, a comma, or a long member, behind which a comma or the end has to come. */
  last: 'nothing' | 'comma' | 'long member';
};

const invalid = (): SyntaxError => new SyntaxError('no JSON');

/**
 * The same as `readJson` of a text of any length, in parts, so that nobody waits for all of it. Members of lists and
 * objects are parsed together up to 16 KiB; one that is longer is read as its own members, and so on.
 */
export async function readLongJson(bytes: Buffer, pause: Pause): Promise<unknown> {
  if (!isUtf8(bytes) || isTooDeep(bytes)) return undefined;
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
  /** Brackets that are open within the member that is looked at. */
  #levels = 0;
  #hasParsed = false;

  constructor(bytes: Buffer, pause: Pause) {
    this.#bytes = bytes;
    this.#pause = pause;
    const isExact = bytes.length <= EXACT_CHARS_MAX || bytes.toString('utf8').length <= EXACT_CHARS_MAX;
    this.#parse = isExact ? parseJson : JSON.parse;
  }

  async read(): Promise<unknown> {
    const bytes = this.#bytes;
    const start = this.#inkFrom(bytes.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0);
    if (bytes[start] !== LIST && bytes[start] !== OBJECT) return this.#parse(bytes.toString('utf8', start));
    this.#enter(start, null);
    for (;;) {
      const made = this.#readPart();
      if (made) return made;
      const turn = this.#pause();
      if (turn) await turn;
    }
  }

  /** Reads on until something was parsed. Returns the outermost list or object once that is whole. */
  #readPart(): object | null {
    this.#hasParsed = false;
    while (!this.#hasParsed) {
      const frame = this.#frames.at(-1);
      if (!frame || this.#at >= this.#bytes.length) throw invalid();
      const made = this.#look(frame);
      if (made && this.#inkFrom(this.#at) < this.#bytes.length) throw invalid();
      if (made) return made;
    }
    return null;
  }

  /** Looks at the next byte that says something, or at one string. */
  #look(frame: Frame): object | null {
    this.#skip();
    const byte = this.#bytes[this.#at] ?? 0;
    const step = STEPS[byte] ?? 0;
    if (this.#levels === 0 && (byte === COMMA || step < 0)) return this.#endMember(frame, byte);
    if (byte === QUOTE) this.#at = endOfString(this.#bytes, this.#at + 1);
    else this.#levels += step;
    if (this.#levels > 0 && this.#at - frame.from > PART_BYTES) this.#enterMember(frame);
    else this.#at += 1;
    return null;
  }

  /** Goes on to a bracket, a string or, between members, a comma. */
  #skip(): void {
    const bytes = this.#bytes;
    const comma = this.#levels === 0 ? COMMA : QUOTE;
    let at = this.#at;
    let byte = bytes[at];
    while (byte !== undefined && byte !== QUOTE && byte !== comma && STEPS[byte] === 0) {
      at += 1;
      byte = bytes[at];
    }
    this.#at = at;
  }

  /** Where something other than white space stands, from here on. */
  #inkFrom(at: number): number {
    let ink = at;
    while (SPACES.has(this.#bytes[ink])) ink += 1;
    return ink;
  }

  /** Begins the list or object whose bracket stands there. */
  #enter(bracket: number, key: string | null): void {
    const isList = this.#bytes[bracket] === LIST;
    const at = bracket + 1;
    this.#frames.push({ isList, made: isList ? [] : {}, key, from: at, member: at, last: 'nothing' });
    this.#at = at;
    this.#levels = 0;
  }

  /** Begins the member that is looked at, which is longer than a part, once those before it are parsed. */
  #enterMember(frame: Frame): void {
    if (frame.member > frame.from) this.#take(frame, frame.member - 1);
    let ink = this.#inkFrom(frame.member);
    let key: string | null = null;
    if (!frame.isList) [key, ink] = this.#nameAt(ink);
    if (frame.last === 'long member' || (this.#bytes[ink] !== LIST && this.#bytes[ink] !== OBJECT)) throw invalid();
    this.#enter(ink, key);
  }

  /** The name that stands there, and where its value begins. */
  #nameAt(ink: number): [string, number] {
    const end = endOfString(this.#bytes, ink + 1);
    const colon = this.#inkFrom(end + 1);
    if (this.#bytes[ink] !== QUOTE || this.#bytes[colon] !== COLON) throw invalid();
    return [String(this.#parse(this.#bytes.toString('utf8', ink, end + 1))), this.#inkFrom(colon + 1)];
  }

  /** A comma or a closing bracket ends a member here. Returns the outermost list or object, where this was its end. */
  #endMember(frame: Frame, byte: number): object | null {
    const at = this.#at;
    this.#at += 1;
    const isEnd = byte !== COMMA;
    if (frame.last !== 'long member' && !isEnd && at - frame.from <= PART_BYTES) {
      frame.member = this.#at;
      return null;
    }
    if (isEnd && (byte === LIST_END) !== frame.isList) throw invalid();
    if (this.#inkFrom(frame.from) < at) this.#take(frame, at);
    else if (!mayBeEmpty(frame, isEnd)) throw invalid();
    Object.assign(frame, { from: this.#at, member: this.#at, last: 'comma' });
    return isEnd ? this.#leave(frame) : null;
  }

  /** The list or object has ended: it becomes a member of the one around it. */
  #leave(frame: Frame): object | null {
    this.#frames.pop();
    const around = this.#frames.at(-1);
    if (!around) return frame.made;
    add(around.made, frame.key ?? '', frame.made);
    copiedFrom(frame.made, around.made);
    Object.assign(around, { from: this.#at, member: this.#at, last: 'long member' });
    return null;
  }

  /** Parses the members that stand before. */
  #take({ isList, made, from, last }: Frame, to: number): void {
    // Behind a long member stands nothing but a comma or the end.
    if (last === 'long member') throw invalid();
    this.#hasParsed = true;
    const text = this.#bytes.toString('utf8', from, to);
    const part: unknown = this.#parse(isList ? `[${text}]` : `{${text}}`);
    if (typeof part !== 'object' || part === null) throw invalid();
    if (Array.isArray(part) && Array.isArray(made)) made.push(...part);
    else for (const [key, value] of Object.entries(part)) add(made, key, value);
    copiedFrom(part, made);
  }
}

/** Whether nothing may stand here: behind a long member, and in what is empty. */
const mayBeEmpty = ({ last }: Frame, isEnd: boolean): boolean =>
  last === 'long member' || (isEnd && last === 'nothing');

/** As `JSON.parse` does it: a member of any name is the object's own. */
function add(made: Frame['made'], key: string, value: unknown): void {
  if (Array.isArray(made)) made.push(value);
  else if (key === '__proto__') {
    Object.defineProperty(made, key, { value, writable: true, enumerable: true, configurable: true });
  } else made[key] = value;
}
