import type { DiscoveredTool } from '../../core/calls/connector.ts';
import { type DetectedDocument, detectDocument } from '../../core/marketplace/detect.ts';
import type { ImportedServer } from '../../core/marketplace/discovered.ts';
import type { OperationList } from '../../core/marketplace/importPort.ts';
import type { Weigh } from '../../core/marketplace/toolWeights.ts';
import { readTools } from '../graphqlApi/readTools.ts';
import type { OpenApiNode } from '../openapi/document.ts';
import { type DocumentFile, parsedFile, withFiles } from '../openapi/files.ts';
import { listOperations } from '../openapi/listOperations.ts';
import { importOpenApi, type OpenApiOptions } from '../openapi/readTools.ts';
import { searchOperations } from '../openapi/searchOperations.ts';
import { type FileSet, isZip, readFileSet, unzipped } from './fileSet.ts';
import type { Needs } from './followFiles.ts';

/** A document with the options for OpenAPI: its text, the bytes of it or of a zip file, or the files of a folder. */
export type DocumentText = {
  readonly text: string | Uint8Array | FileSet;
  readonly openApi: OpenApiOptions;
  /** The address of a module whose `weigh` estimates a tool's tokens in a model's context; null for none. */
  readonly weigher?: string | null;
  /** For a list of operations: the task to search for. Absent: all are listed. */
  readonly search?: string | undefined;
  /** The base address for references to files in an OpenAPI document; absent: its source. */
  readonly address?: string | undefined;
  /** Further files that an OpenAPI document refers to. */
  readonly files?: readonly DocumentFile[];
  /** Whether to report missing files, so that they can be read. */
  readonly mayNeed?: boolean;
};

/** The kind of a document and its content. An OpenAPI document becomes a server document, a GraphQL schema tools. */
export type ReadDocument =
  | Needs
  | Exclude<DetectedDocument, { kind: 'openapi' | 'graphql' }>
  | { readonly kind: 'openapi'; readonly imported: ImportedServer }
  | { readonly kind: 'graphql'; readonly tools: readonly DiscoveredTool[] };

/** Result of reading a document as a list of operations. */
export type OperationsRead =
  | Needs
  | Exclude<DetectedDocument, { kind: 'openapi' }>
  | { readonly kind: 'openapi'; readonly list: OperationList };

/**
 * Lists the operations of an OpenAPI document, or those that match a search. Other kinds of documents are returned
 * unchanged.
 * @throws AppError invalid_input
 */
export async function readOperations(source: DocumentText, weigh: Weigh | null): Promise<OperationsRead> {
  const { openApi, search } = source;
  const whole = wholeDocument(source);
  if (whole.kind !== 'openapi') return whole;
  const options = { ...openApi, ...(weigh && { weigh }) };
  const { value } = whole;
  const isSearched = search !== undefined;
  return {
    kind: 'openapi',
    list: isSearched ? await searchOperations(value, options, search) : listOperations(value, options),
  };
}

/** Finds the document in a folder or zip file. Any other file is the document itself. */
function detectIn(text: DocumentText['text']): ReturnType<typeof readFileSet> {
  if (typeof text === 'string' || (text instanceof Uint8Array && !isZip(text)))
    return {
      detected: detectDocument(typeof text === 'string' ? text : new TextDecoder().decode(text)),
      warnings: [],
      isWhole: false,
    };
  return readFileSet(text instanceof Uint8Array ? unzipped(text) : text);
}

type Whole = { readonly kind: 'openapi'; readonly value: OpenApiNode; readonly warnings: ImportedServer['warnings'] };

/** The document including its files, or the list of files that it needs. */
function wholeDocument({ text, openApi: { source }, address = source, files = [], mayNeed = false }: DocumentText) {
  const { detected, warnings, isWhole } = detectIn(text);
  if (detected.kind !== 'openapi') return detected;
  const { value } = detected;
  const hasFiles = address !== undefined && URL.canParse(address) && (files.length > 0 || mayNeed);
  if (isWhole || !hasFiles) return { kind: 'openapi', value, warnings } satisfies Whole;
  const { document, missing } = withFiles(value, address, files.map(parsedFile));
  return mayNeed && missing.length > 0
    ? ({ kind: 'needs', addresses: missing } satisfies Needs)
    : ({ kind: 'openapi', value: document, warnings } satisfies Whole);
}

/** Reads a document. A document of several megabytes takes seconds. @throws AppError invalid_input */
export function readDocument(source: DocumentText): ReadDocument {
  const whole = wholeDocument(source);
  if (whole.kind === 'graphql') return { kind: 'graphql', tools: readTools(whole.schema) };
  if (whole.kind !== 'openapi') return whole;
  const imported = importOpenApi(whole.value, source.openApi);
  return { kind: 'openapi', imported: { ...imported, warnings: [...whole.warnings, ...imported.warnings] } };
}
