/** A complete request for the egress, without the content of files. */
export type WireRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  /** As in `EgressRequest`. */
  readonly isIndirect?: boolean;
};

/** A request before its credentials and base address are added. */
export type RequestParts = {
  readonly method: string;
  /** Begins with `/`; already percent-encoded. */
  readonly path: string;
  /** Encoded `key=value` pairs. */
  readonly query: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
};

/**
 * No valid request can be built. `message` names the input, never its value. `property` names the caller's invalid
 * input; null if the server's document or a credential is invalid.
 */
export class UnusableInput extends Error {
  override readonly name = 'UnusableInput';
  readonly property: string | null;

  constructor(message: string, property: string | null = null) {
    super(message);
    this.property = property;
  }
}

/** The connector's address names fields that are not stored. */
export class MissingAddressFields extends Error {
  override readonly name = 'MissingAddressFields';
  readonly fieldIds: readonly string[];

  constructor(fieldIds: readonly string[]) {
    super('The server address needs credentials that are not stored');
    this.fieldIds = fieldIds;
  }
}

// RFC 9110, section 5.5: visible characters, space, tab and the obsolete high half; no CR, LF or NUL.
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Checks a header's value.
 * @throws UnusableInput for a value that is invalid in a header, or would inject another one
 * @param property the input that filled the header, if any
 */
export const headerValue = (name: string, value: string, property: string | null = null): string => {
  if (!HEADER_VALUE.test(value))
    throw new UnusableInput(`The value for header "${name}" has characters that a header cannot hold`, property);
  return value;
};

/** Percent-encodes everything but unreserved characters; a lone surrogate becomes U+FFFD instead of an exception. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

// RFC 3986, section 2.2. Excludes `[`, `]`, `#`, `&`, `+` and `'`, which a query cannot hold or would read differently.
const RESERVED = /%(?:3A|2F|3F|40|21|24|28|29|2A|2C|3B|3D)/g;

/** As `percentEncode`, but keeps reserved characters that a query can contain (OpenAPI 3.1, `allowReserved`). */
export const encodeReserved = (text: string): string =>
  percentEncode(text).replace(RESERVED, (code) => decodeURIComponent(code));

/** One `key=value` of a query, both percent-encoded. */
export const queryPair = (key: string, value: string): string => `${percentEncode(key)}=${percentEncode(value)}`;

/** Merges headers. Later records override earlier ones, names are case-insensitive, and cookies are joined. */
export const mergeHeaders = (...records: ReadonlyArray<Readonly<Record<string, string>>>): Record<string, string> => {
  const merged = new Map<string, string>();
  for (const [input, value] of records.flatMap((record) => Object.entries(record))) {
    const name = input.toLowerCase();
    const earlier = name === 'cookie' ? merged.get(name) : undefined;
    merged.set(name, headerValue(input, earlier === undefined ? value : `${earlier}; ${value}`));
  }
  return Object.fromEntries(merged);
};

const DOTS = new Set(['', '.', '..']);

/**
 * Checks a path segment.
 * @throws UnusableInput for `.` and `..`, which URL parsers resolve even when percent-encoded
 * @param name the source of the segment, for the message
 * @param property the input that filled the segment, if any
 */
export const pathSegment = (name: string, segment: string, property: string | null = null): string => {
  if (DOTS.has(segment)) throw new UnusableInput(`Input "${name}" cannot be used in the path`, property);
  return segment;
};
