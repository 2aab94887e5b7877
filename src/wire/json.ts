import { isUtf8 } from 'node:buffer';
import { isTooDeep } from '../core/lib/jsonDepth.ts';

const BOM = '\ufeff';

/**
 * The JSON value of a body in UTF-8 (RFC 8259, section 8.1); undefined for bytes that are none, which no value is, and
 * for one of more than 128 levels (`isTooDeep`): every edge refuses both with its text for a body that it cannot read.
 */
export function readJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes) || isTooDeep(bytes)) return undefined;
  const text = bytes.toString('utf8');
  try {
    return JSON.parse(text.startsWith(BOM) ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}
