import { type DetectedDocument, detectDocument } from '../../core/marketplace/detect.ts';
import type { ImportedServer } from '../../core/marketplace/discovered.ts';
import { importOpenApi, type OpenApiOptions } from '../openapi/readTools.ts';

/** A document's text, and the options for one that is OpenAPI. */
export type DocumentText = { readonly text: string; readonly openApi: Omit<OpenApiOptions, 'include'> };

/** What a text turned out to be; an OpenAPI document comes converted to a server. */
export type ReadDocument =
  | Exclude<DetectedDocument, { kind: 'openapi' }>
  | { readonly kind: 'openapi'; readonly imported: ImportedServer };

/** Reads a document. Takes seconds for one of megabytes. @throws AppError invalid_input */
export function readDocument({ text, openApi }: DocumentText): ReadDocument {
  const detected = detectDocument(text);
  return detected.kind === 'openapi' ? { kind: 'openapi', imported: importOpenApi(detected.value, openApi) } : detected;
}
