import { randomBytes } from 'node:crypto';
import type { StoredFile } from '../../generated/prisma/client.ts';

/**
 * Text in place of a file's content while a request is built. Its base64 has only letters and digits, so it survives
 * every encoding of a body. It is found there as it is, or as base64 if the connector doesn't decode that.
 */
export type Placeholder = { readonly raw: string; readonly base64: string };

/** A file that is sent from the store, and the input that names it. */
export type PlacedFile = {
  readonly placeholder: Placeholder;
  readonly file: StoredFile;
  readonly handle: string;
  /** The input's top-level property. */
  readonly property: string;
};

/** Creates a placeholder. It can't be guessed, so no other input contains it. */
export function newPlaceholder(): Placeholder {
  // The bytes of a random text whose length is a multiple of 3, so that its base64 has no padding.
  const raw = `file-${randomBytes(14).toString('hex')}`;
  const base64 = Buffer.from(raw).toString('base64');
  return /^[A-Za-z0-9]+$/.test(base64) ? { raw, base64 } : newPlaceholder();
}
