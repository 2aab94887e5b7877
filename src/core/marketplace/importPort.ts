import type { ImportedServer } from './discovered.ts';
import type { ServerDocument } from './document.ts';

/** The text of a document, or the http(s) address it is read from. */
export type DocumentPlace = { readonly text: string } | { readonly url: string };

/** A header for this one question; its value is not stored. */
export type QuestionHeader = { readonly name: string; readonly value: string };

/** Where a server is described. */
export type ServerSource =
  | { readonly kind: 'server'; readonly document: unknown }
  | { readonly kind: 'openapi'; readonly place: DocumentPlace; readonly baseUrl: string | undefined }
  | { readonly kind: 'registry'; readonly place: DocumentPlace }
  | { readonly kind: 'mcp'; readonly url: string; readonly headers: readonly QuestionHeader[] };

export type ReadOptions = {
  /** Id and name of the server; absent: from the source. */
  readonly id: string | undefined;
  readonly name: string | undefined;
  /** Values for credential fields, for this one question, by field id. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Who waits for it, since documents are read in turn by account; null: whoever runs the process. */
  readonly accountId: string | null;
  /** Throws for a document that the caller may not import: called before anything is run or asked for its sake. */
  permit(document: ServerDocument): void;
};

/** Reads servers from what describes them, over the checked egress. Stores nothing. */
export type Importer = {
  /** @throws AppError invalid_input, with what is wrong; rate_limited and unavailable when too much is being read; what `permit` throws */
  read(source: ServerSource, options: ReadOptions): Promise<ImportedServer>;
};
