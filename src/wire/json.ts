import { isUtf8 } from 'node:buffer';

const BOM = '\ufeff';

/** The JSON value of a body in UTF-8 (RFC 8259, section 8.1); undefined for bytes that are none, which no value is. */
export function readJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) return undefined;
  const text = bytes.toString('utf8');
  try {
    return JSON.parse(text.startsWith(BOM) ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}
