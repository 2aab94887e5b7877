import { isRecord } from '../../core/lib/json.ts';
import { sha256Text } from '../../core/lib/sha256.ts';

/** Why a document is not executed. Apollo's clients recognise the first two by these exact texts, and act on them. */
export type DocumentRefusal = { readonly code: string; readonly message: string };

/** The id by which a request names its document, and the text if the request has it. */
export type NamedDocument = { readonly id: string | null; readonly text: string | null };

/** The documents that may be executed, and those that requests may name. */
export type TrustedDocuments = {
  /** The text to execute; null if the request has neither text nor name, which is then refused as usual. */
  find(named: NamedDocument): { readonly text: string | null; readonly refusal: DocumentRefusal | null };
};

const NOT_SUPPORTED = { code: 'PERSISTED_QUERY_NOT_SUPPORTED', message: 'PersistedQueryNotSupported' };
const NOT_FOUND = { code: 'PERSISTED_QUERY_NOT_FOUND', message: 'PersistedQueryNotFound' };
const NOT_TRUSTED = {
  code: 'PERSISTED_QUERY_ONLY',
  message: 'Only trusted documents are executed, and the operator has not trusted this one',
};

const digestOf = (text: string): string => sha256Text(text, 'hex');

/** Any document may be sent; none can be named by an id. */
export const ANY_DOCUMENT: TrustedDocuments = {
  find: ({ id, text }) => ({ text, refusal: text === null && id !== null ? NOT_SUPPORTED : null }),
};

/**
 * Documents by their id in the operator's file and by the digest of their text. If `ownDigests` is set (the digests of
 * our clients' documents), other texts are refused; null: any text is executed. Clients cannot register documents,
 * because a list open to every client would restrict nothing.
 */
export function createTrustedDocuments(
  documents: ReadonlyMap<string, string>,
  ownDigests: readonly string[] | null,
): TrustedDocuments {
  const byId = new Map<string, string>();
  const trusted = new Set(ownDigests ?? []);
  for (const text of documents.values()) {
    const digest = digestOf(text);
    trusted.add(digest);
    byId.set(digest, text).set(`sha256:${digest}`, text);
  }
  // An id in the file takes precedence over a digest.
  for (const [id, text] of documents) byId.set(id, text);
  const isTrusted = (text: string): boolean => ownDigests === null || trusted.has(digestOf(text));
  return {
    find({ id, text }) {
      if (text !== null) return isTrusted(text) ? { text, refusal: null } : { text: null, refusal: NOT_TRUSTED };
      if (id === null) return { text: null, refusal: null };
      const named = byId.get(id) ?? null;
      return { text: named, refusal: named === null ? NOT_FOUND : null };
    },
  };
}

/** A body's document name: `documentId` (GraphQL over HTTP), or the member Apollo's clients send; otherwise null. */
export function documentIdIn({ documentId, extensions }: Readonly<Record<string, unknown>>): string | null {
  if (typeof documentId === 'string') return documentId;
  const persisted = isRecord(extensions) ? extensions['persistedQuery'] : null;
  const isKnown = isRecord(persisted) && persisted['version'] === 1 && typeof persisted['sha256Hash'] === 'string';
  return isKnown ? String(persisted['sha256Hash']) : null;
}
