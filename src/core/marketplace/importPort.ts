import { AppError } from '../errors.ts';
import type { AccountId } from '../ids.ts';
import { BOUNDS } from '../limits/bounds.ts';
import type { CredentialScheme, RequestedScheme } from './credentialScheme.ts';
import type { ImportedServer } from './discovered.ts';
import type { ServerDocument } from './document.ts';
import type { OperationChoice } from './operationChoice.ts';
import type { TextOverrides } from './textOverrides.ts';
import type { HttpMethod } from './toolRequest.ts';
import type { ToolWeights } from './toolWeights.ts';

/** Maximum length of a document from any source, in MiB. */
export const DOCUMENT_MIB_MAX = BOUNDS.max_document_bytes.max / 1_048_576;

/** The refusal of a longer one. */
export const documentTooLong = (): AppError =>
  new AppError('invalid_input', `The document is larger than ${DOCUMENT_MIB_MAX} MiB`);

/** An uploaded document: its length, and its bytes, which are loaded on demand. */
export type UploadedDocument = {
  readonly bytes: number;
  /** @throws invalid_input if it is gone */
  read(): Promise<Uint8Array>;
};

/** A document's text, the http(s) address to read it from, or an upload. */
export type DocumentPlace = { readonly text: string } | { readonly url: string } | UploadedDocument;

/** A header sent while importing; its value is not stored. */
export type ImportHeader = { readonly name: string; readonly value: string };

/** An OpenAPI document. */
export type OpenApiSource = {
  readonly kind: 'openapi';
  readonly place: DocumentPlace;
  readonly baseUrl: string | undefined;
  /** Absent: as the server was imported before, or all. */
  readonly choice: OperationChoice | undefined;
  /** How to send a credential that the document does not describe; absent: as in the previous import. */
  readonly scheme?: RequestedScheme | undefined;
  /** Names and descriptions of tools; absent: as in the previous import. */
  readonly wording?: TextOverrides | undefined;
};

/** The source of the server's description. */
export type ServerSource =
  | { readonly kind: 'server'; readonly document: unknown }
  | { readonly kind: 'server'; readonly place: DocumentPlace }
  | OpenApiSource
  | { readonly kind: 'registry'; readonly place: DocumentPlace }
  | { readonly kind: 'mcp'; readonly url: string; readonly headers: readonly ImportHeader[] };

/**
 * The values that an OpenAPI import preserves when a server is imported again, because stacks and agents rely on them.
 */
export type PreservedImport = {
  /** The names of its tools, by method and path: `GET /pets`. */
  readonly names: Readonly<Record<string, string>>;
  /** The ids of its credential fields that take a value and no sign-in. */
  readonly plainFields: readonly string[];
  readonly choice: OperationChoice | undefined;
  readonly scheme?: CredentialScheme | undefined;
  readonly wording?: TextOverrides | undefined;
};

/** Options of one import. */
export type ReadOptions = {
  /** Id and name of the server; absent: derived from the source. */
  readonly id: string | undefined;
  readonly name: string | undefined;
  /** Values for credential fields by field id, used for this import and not stored. */
  readonly credentials: Readonly<Record<string, string>>;
  /** The values preserved from the earlier import; absent for a new server. */
  readonly kept?: PreservedImport | undefined;
  readonly signal: AbortSignal;
  /** The account whose turn it is, since documents are read in turn by account; null for the operator. */
  readonly accountId: AccountId | null;
  /** Throws for a document that the caller may not import. Called before anything is run or contacted. */
  permit(document: ServerDocument): void;
};

/** Options of one list of operations. */
export type OperationListOptions = ReadOptions & {
  /** A task in words, to find only the operations that an agent would; absent: all are listed. */
  readonly search?: string | undefined;
};

/** An operation of an OpenAPI document that could become a tool. */
export type ListedOperation = {
  readonly method: HttpMethod;
  readonly path: string;
  /** Null also for one of more than 500 characters, by which no choice can name it. */
  readonly operationId: string | null;
  /** The name of its tool, without the prefix of the server's id. */
  readonly name: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly isDeprecated: boolean;
  readonly isReadOnly: boolean;
  readonly isDestructive: boolean;
  /** The document's names of the security schemes that it can be called with: up to eight, of up to 200 characters. */
  readonly credentials: readonly string[];
  /** Approximate tokens that the tool takes in a model's context; null if not computed. */
  readonly tokens: number | null;
  /** The same in each provider's format; null if not computed. */
  readonly weights: ToolWeights | null;
  /** Chosen when the server was imported before; for a new one, a sensible beginning. */
  readonly isProposed: boolean;
};

/** The operations of a document, at most 2,000 of `totalCount`, and as many as take 4 MiB. */
export type OperationList = {
  readonly title: string;
  readonly totalCount: number;
  readonly operations: readonly ListedOperation[];
};

/** Reads servers from their descriptions, over the checked egress. Stores nothing. */
export type Importer = {
  /**
   * @throws AppError invalid_input, with the reason; rate_limited and unavailable when too many documents wait; the
   * error of `permit`
   */
  read(source: ServerSource, options: ReadOptions): Promise<ImportedServer>;
  /** Lists the operations of an OpenAPI document, or those that a search finds, best first. @throws as `read` */
  operations(source: OpenApiSource, options: OperationListOptions): Promise<OperationList>;
};
