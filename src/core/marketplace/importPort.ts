import type { AccountId } from '../ids.ts';
import type { ImportedServer } from './discovered.ts';
import type { ServerDocument } from './document.ts';

/** A document's text, or the http(s) address to read it from. */
export type DocumentPlace = { readonly text: string } | { readonly url: string };

/** A header sent while importing; its value is not stored. */
export type ImportHeader = { readonly name: string; readonly value: string };

/** Where the server's description comes from. */
export type ServerSource =
  | { readonly kind: 'server'; readonly document: unknown }
  | { readonly kind: 'openapi'; readonly place: DocumentPlace; readonly baseUrl: string | undefined }
  | { readonly kind: 'registry'; readonly place: DocumentPlace }
  | { readonly kind: 'mcp'; readonly url: string; readonly headers: readonly ImportHeader[] };

/** Options of one import. */
export type ReadOptions = {
  /** Id and name of the server; absent: derived from the source. */
  readonly id: string | undefined;
  readonly name: string | undefined;
  /** Values for credential fields by field id, used for this import and not stored. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** The account whose turn it is, since documents are read in turn by account; null for the operator. */
  readonly accountId: AccountId | null;
  /** Throws for a document that the caller may not import. Called before anything is run or asked. */
  permit(document: ServerDocument): void;
};

/** Reads servers from their descriptions, over the checked egress. Stores nothing. */
export type Importer = {
  /**
   * @throws AppError invalid_input, with what is wrong; rate_limited and unavailable when too many documents wait; what
   * `permit` throws
   */
  read(source: ServerSource, options: ReadOptions): Promise<ImportedServer>;
};
