import { BOUNDS } from '../kernel/bounds.ts';
import type { AccountId } from '../kernel/ids.ts';
import { AppError } from '../lib/errors.ts';
import type { CredentialScheme, RequestedScheme } from '../servers/credentialScheme.ts';
import type { ServerDocument } from '../servers/document.ts';
import type { OperationChoice } from '../servers/operationChoice.ts';
import type { TextOverrides } from '../servers/textOverrides.ts';
import type { HttpMethod } from '../servers/toolRequest.ts';
import type { ImportedServer } from './discovered.ts';
import type { ToolWeights } from './toolWeights.ts';

/** Maximum length of a document from any source, in MiB. */
export const DOCUMENT_MIB_MAX = BOUNDS.max_document_bytes.max / 1_048_576;

export const documentTooLong = (): AppError =>
  new AppError('invalid_input', `The document is larger than ${DOCUMENT_MIB_MAX} MiB`);

/** An uploaded document: its length, and its bytes, which are loaded on demand. */
export type UploadedDocument = {
  readonly bytes: number;
  /** @throws invalid_input if it no longer exists */
  read(): Promise<Uint8Array>;
};

/** A document's text, the http(s) address to read it from, or an upload. */
export type DocumentPlace = { readonly text: string } | { readonly url: string } | UploadedDocument;

/** A header sent while importing; its value is not stored. */
export type ImportHeader = { readonly name: string; readonly value: string };

export type OpenApiSource = {
  readonly kind: 'openapi';
  readonly place: DocumentPlace;
  readonly baseUrl: string | undefined;
  /** Absent: as in the previous import, or all operations. */
  readonly choice: OperationChoice | undefined;
  /** How to send a credential that the document does not describe; absent: as in the previous import. */
  readonly scheme?: RequestedScheme | undefined;
  /** Names and descriptions of tools; absent: as in the previous import. */
  readonly wording?: TextOverrides | undefined;
};

/** A GraphQL API: its schema, or the address that answers introspection queries. */
type GraphqlSource = {
  readonly kind: 'graphql';
  readonly place: DocumentPlace;
  /** Where operations are sent. Required, unless `place` is the API's own address. */
  readonly baseUrl: string | undefined;
  readonly headers: readonly ImportHeader[];
};

/** The source of the server's description. */
export type ServerSource =
  | { readonly kind: 'server'; readonly document: unknown }
  | { readonly kind: 'server'; readonly place: DocumentPlace }
  | OpenApiSource
  | GraphqlSource
  | { readonly kind: 'registry'; readonly place: DocumentPlace }
  | { readonly kind: 'mcp'; readonly url: string; readonly headers: readonly ImportHeader[] };

/**
 * The values that an OpenAPI import preserves when a server is imported again, because stacks and agents rely on them.
 */
export type PreservedImport = {
  /** Tool names, by method and path: `GET /pets`. */
  readonly names: Readonly<Record<string, string>>;
  /** Ids of credential fields that accept a value but no sign-in. */
  readonly plainFields: readonly string[];
  readonly choice: OperationChoice | undefined;
  readonly scheme?: CredentialScheme | undefined;
  readonly wording?: TextOverrides | undefined;
};

export type ReadOptions = {
  /** Id and name of the server; absent: derived from the source. */
  readonly id: string | undefined;
  readonly name: string | undefined;
  /** Values for credential fields by field id, used for this import and not stored. */
  readonly credentials: Readonly<Record<string, string>>;
  /** The values preserved from the earlier import; absent for a new server. */
  readonly preserved?: PreservedImport | undefined;
  readonly signal: AbortSignal;
  /** The account whose share of the parsing queue the document uses; null for the operator. */
  readonly accountId: AccountId | null;
  /** Throws if the caller may not import the document. Called before anything is run or contacted. */
  permit(document: ServerDocument): void;
};

export type OperationListOptions = ReadOptions & {
  /** A task description, to find only the operations that an agent's search would find; absent: all are listed. */
  readonly search?: string | undefined;
};

/** An operation of an OpenAPI document that could become a tool. */
export type ListedOperation = {
  readonly method: HttpMethod;
  readonly path: string;
  /** Null if absent, or longer than 500 characters, which a choice cannot contain. */
  readonly operationId: string | null;
  /** The name of its tool, without the server id as a prefix. */
  readonly name: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly isDeprecated: boolean;
  readonly isReadOnly: boolean;
  readonly isDestructive: boolean;
  /** Names of the document's security schemes for this operation: up to eight, each with up to 200 characters. */
  readonly credentials: readonly string[];
  /** Approximate tokens that the tool takes in a model's context; null if not computed. */
  readonly tokens: number | null;
  /** The tokens in each provider's format; null if not computed. */
  readonly weights: ToolWeights | null;
  /** True if chosen in the previous import; for a new server, a sensible default. */
  readonly isProposed: boolean;
};

/** The operations of a document: at most 2,000 of `totalCount`, and at most 4 MiB. */
export type OperationList = {
  readonly title: string;
  /** The API's address; null if the document has none. */
  readonly baseUrl: string | null;
  readonly totalCount: number;
  readonly operations: readonly ListedOperation[];
};

/** Reads servers from their descriptions, over the checked egress. Stores nothing. */
export type Importer = {
  /**
   * @throws AppError invalid_input, with the reason; rate_limited or unavailable if too many documents wait; the error
   * of `permit`
   */
  read(source: ServerSource, options: ReadOptions): Promise<ImportedServer>;
  /** Lists the operations of an OpenAPI document, or those that a search finds, best first. @throws as `read` */
  operations(source: OpenApiSource, options: OperationListOptions): Promise<OperationList>;
};
