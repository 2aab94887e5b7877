import { type DetectedDocument, detectDocument } from '../../core/marketplace/detect.ts';
import type { ImportedServer } from '../../core/marketplace/discovered.ts';
import { importOpenApi, type OpenApiOptions } from '../openapi/readTools.ts';

export type DocumentText = { readonly text: string; readonly openApi: Omit<OpenApiOptions, 'include'> };

/** What a text holds; of OpenAPI, the server that it makes. */
export type ReadDocument =
  | Exclude<DetectedDocument, { kind: 'openapi' }>
  | { readonly kind: 'openapi'; readonly imported: ImportedServer };

/** Takes seconds for documents of megabytes. @throws AppError invalid_input */
export function readDocument({ text, openApi }: DocumentText): ReadDocument {
  const detected = detectDocument(text);
  return detected.kind === 'openapi' ? { kind: 'openapi', imported: importOpenApi(detected.value, openApi) } : detected;
}
