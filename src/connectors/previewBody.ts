import { isUtf8 } from 'node:buffer';
import type { RequestPreview } from '../core/calls/connector.ts';
import { chunkOf } from '../core/results/part.ts';

/** Longer bodies are cut in a preview. */
const PREVIEW_BYTES_MAX = 65_536;

/** The body for a preview: text up to a limit, and its size in bytes. */
export function previewBody(body: string | Uint8Array | null): Pick<RequestPreview, 'body' | 'bodyBytes'> {
  if (body === null) return { body, bodyBytes: 0 };
  const bytes = Buffer.from(body);
  const window = { bytes, from: 0, totalBytes: bytes.length };
  const text = isUtf8(bytes) ? chunkOf({ window, offset: 0, bytesMax: PREVIEW_BYTES_MAX }).text : null;
  return { body: text, bodyBytes: bytes.length };
}
