import { type DetectedDocument, detectDocument } from '../../core/marketplace/detect.ts';
import type { ImportedServer } from '../../core/marketplace/discovered.ts';
import type { OperationList } from '../../core/marketplace/importPort.ts';
import type { Weigh } from '../../core/marketplace/toolWeights.ts';
import type { OpenApiNode } from '../openapi/document.ts';
import { type DocumentFile, withFiles } from '../openapi/files.ts';
import { listOperations } from '../openapi/listOperations.ts';
import { importOpenApi, type OpenApiOptions } from '../openapi/readTools.ts';
import { searchOperations } from '../openapi/searchOperations.ts';
import { isZip, readFileSet, unzipped } from './fileSet.ts';
import type { Needs } from './followFiles.ts';

/** A document's text, or its UTF-8 as it arrived, and the options for one that is OpenAPI. */
export type DocumentText = {
  readonly text: string | Uint8Array;
  readonly openApi: OpenApiOptions;
  /** The address of a module whose `weigh` says how much a tool takes of a model's context; null for none. */
  readonly weigher?: string | null;
  /** For a list of operations: the task that they are searched for; absent: all are listed. */
  readonly search?: string | undefined;
  /** Further files that an OpenAPI document refers to. */
  readonly files?: readonly DocumentFile[];
  /** Whether missing files are reported, so that they can be read. */
  readonly mayNeed?: boolean;
};

/** A document's text; invalid UTF-8 becomes replacement characters. */
const textOf = (given: string | Uint8Array): string =>
  typeof given === 'string' ? given : new TextDecoder().decode(given);

/** The kind of a document and its content; an OpenAPI document is converted to a server document. */
export type ReadDocument =
  | Needs
  | Exclude<DetectedDocument, { kind: 'openapi' }>
  | { readonly kind: 'openapi'; readonly imported: ImportedServer };

/** Result of reading a text of operations. */
export type OperationsRead =
  | Needs
  | Exclude<DetectedDocument, { kind: 'openapi' }>
  | { readonly kind: 'openapi'; readonly list: OperationList };

/**
 * Lists the operations of an OpenAPI document, or those that match a search. Other kinds of documents are returned
 * unchanged.
 * @throws AppError invalid_input
 */
export async function readOperations(given: DocumentText, weigh: Weigh | null): Promise<OperationsRead> {
  const { openApi, search } = given;
  const whole = wholeDocument(given);
  if (whole.kind !== 'openapi') return whole;
  const options = { ...openApi, ...(weigh && { weigh }) };
  const { value } = whole;
  const isSearched = search !== undefined;
  return {
    kind: 'openapi',
    list: isSearched ? await searchOperations(value, options, search) : listOperations(value, options),
  };
}

/** A zip file holds other files; one of another kind is the document itself. */
export const detectIn = (given: Uint8Array | string): ReturnType<typeof readFileSet> =>
  typeof given !== 'string' && isZip(given)
    ? readFileSet(unzipped(given))
    : { detected: detectDocument(textOf(given)), warnings: [], isWhole: false };

type Whole = { readonly kind: 'openapi'; readonly value: OpenApiNode; readonly warnings: ImportedServer['warnings'] };

/** The document with its files in it, or which of them it needs. */
function wholeDocument({ text, openApi: { source }, files = [], mayNeed = false }: DocumentText) {
  const { detected, warnings, isWhole } = detectIn(text);
  if (detected.kind !== 'openapi') return detected;
  const { value } = detected;
  const hasFiles = source !== undefined && URL.canParse(source) && (files.length > 0 || mayNeed);
  if (isWhole || !hasFiles) return { kind: 'openapi', value, warnings } satisfies Whole;
  const { document, wanted } = withFiles(value, source, files);
  return mayNeed && wanted.length > 0
    ? ({ kind: 'needs', addresses: wanted } satisfies Needs)
    : ({ kind: 'openapi', value: document, warnings } satisfies Whole);
}

/** Reads a document. Takes seconds for one of megabytes. @throws AppError invalid_input */
export function readDocument(given: DocumentText): ReadDocument {
  const whole = wholeDocument(given);
  if (whole.kind !== 'openapi') return whole;
  const imported = importOpenApi(whole.value, given.openApi);
  return { kind: 'openapi', imported: { ...imported, warnings: [...whole.warnings, ...imported.warnings] } };
}
