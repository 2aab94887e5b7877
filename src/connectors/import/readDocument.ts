import { type DetectedDocument, detectDocument } from '../../core/marketplace/detect.ts';
import type { ImportedServer } from '../../core/marketplace/discovered.ts';
import type { OperationList } from '../../core/marketplace/importPort.ts';
import type { Weigh } from '../../core/marketplace/toolWeights.ts';
import { listOperations } from '../openapi/listOperations.ts';
import { importOpenApi, type OpenApiOptions } from '../openapi/readTools.ts';

/** A document's text, or its UTF-8 as it arrived, and the options for one that is OpenAPI. */
export type DocumentText = {
  readonly text: string | Uint8Array;
  readonly openApi: OpenApiOptions;
  /** The address of a module whose `weigh` says how much a tool takes of a model's context; null for none. */
  readonly weigher?: string | null;
};

/** A document's text; bytes that are no UTF-8 become replacement characters. */
export const textOf = (given: string | Uint8Array): string =>
  typeof given === 'string' ? given : new TextDecoder().decode(given);

/** The kind of a document and its content; an OpenAPI document is converted to a server document. */
export type ReadDocument =
  | Exclude<DetectedDocument, { kind: 'openapi' }>
  | { readonly kind: 'openapi'; readonly imported: ImportedServer };

/** What a text of operations turned out to be. */
export type OperationsRead =
  | Exclude<DetectedDocument, { kind: 'openapi' }>
  | { readonly kind: 'openapi'; readonly list: OperationList };

/** Lists the operations of an OpenAPI document; what else it is comes as it is. @throws AppError invalid_input */
export function readOperations({ text, openApi }: DocumentText, weigh: Weigh | null): OperationsRead {
  const detected = detectDocument(textOf(text));
  if (detected.kind !== 'openapi') return detected;
  return { kind: 'openapi', list: listOperations(detected.value, { ...openApi, ...(weigh && { weigh }) }) };
}

/** Reads a document. Takes seconds for one of megabytes. @throws AppError invalid_input */
export function readDocument({ text, openApi }: DocumentText): ReadDocument {
  const detected = detectDocument(textOf(text));
  return detected.kind === 'openapi' ? { kind: 'openapi', imported: importOpenApi(detected.value, openApi) } : detected;
}
