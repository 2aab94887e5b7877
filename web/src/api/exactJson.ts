/** ECMAScript 2026, JSON.parse source text access; not in the DOM types yet. */
type SourceJson = {
  parse(
    text: string,
    reviver?: (key: string, value: unknown, context?: { readonly source?: string }) => unknown,
  ): unknown;
  readonly rawJSON?: (text: string) => object;
};
const JSON_2026: SourceJson = JSON;

/** A number that JavaScript would print differently, such as an ID beyond 2^53 or `1.50`. */
export class ExactNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  toString(): string {
    return this.source;
  }

  toJSON(): object | number {
    return JSON_2026.rawJSON?.(this.source) ?? Number(this.source);
  }
}

// Sixteen digits, a decimal point, an exponent, or -0, wherever a number may be.
const SUSPECT = /[:,[\s]-?(?:\d{16}|\d+\.\d|\d+[eE]|0(?<=-0))|^-?\d/;

/** Parses JSON and keeps number literals exact, if the browser supports it. @throws SyntaxError */
export function parseExact(text: string): unknown {
  if (!JSON_2026.rawJSON || !SUSPECT.test(text)) return JSON.parse(text);
  return JSON_2026.parse(text, (_key, value, context) =>
    typeof value === 'number' && context?.source !== undefined && String(value) !== context.source
      ? new ExactNumber(context.source)
      : value,
  );
}

/** A copy with plain numbers. */
export const withPlainNumbers = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));
