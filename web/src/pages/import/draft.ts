import { parseExact } from '../../api/exactJson.ts';
import { ApiError } from '../../api/operation.ts';
import type { PreviewServerInput, ServerSourceInput } from '../../gql/graphql.ts';

export type SourceKind = 'openapi' | 'graphql' | 'mcp' | 'registry' | 'document';
/** Where the document comes from. */
export type Place = 'url' | 'paste' | 'file' | 'folder';
export type Header = { readonly key: number; readonly name: string; readonly value: string };
export type DocumentDraft = {
  readonly place: Place;
  readonly url: string;
  readonly pasted: string;
  readonly file: File | null;
  /** The chosen folder as a zip file. */
  readonly folder: File | null;
};

/** Headers that a server requires to describe itself. */
type HeadersDraft = { readonly headers: readonly Header[] };

/** Input for every kind of source, so that switching between them loses nothing. */
export type Draft = {
  readonly openapi: DocumentDraft & { readonly baseUrl: string };
  readonly registry: DocumentDraft;
  readonly document: DocumentDraft;
  readonly graphql: DocumentDraft & HeadersDraft & { readonly baseUrl: string };
  readonly mcp: HeadersDraft & { readonly url: string };
  /** Values that the source requires, by field ID. */
  readonly credentials: Readonly<Record<string, string>>;
};

const EMPTY_DOCUMENT: DocumentDraft = { place: 'paste', url: '', pasted: '', file: null, folder: null };

export const EMPTY_DRAFT: Draft = {
  openapi: { ...EMPTY_DOCUMENT, place: 'url', baseUrl: '' },
  registry: { ...EMPTY_DOCUMENT, place: 'url' },
  document: EMPTY_DOCUMENT,
  graphql: { ...EMPTY_DOCUMENT, place: 'url', headers: [], baseUrl: '' },
  mcp: { url: '', headers: [] },
  credentials: {},
};

export const draftFor = (kind: SourceKind, url: string): Draft =>
  kind === 'document' ? EMPTY_DRAFT : { ...EMPTY_DRAFT, [kind]: { ...EMPTY_DRAFT[kind], url } };

/** The source's URL for the page's address; omitted if it has a query, which may hold a key. */
export function addressIn(kind: SourceKind, draft: Draft): { readonly url?: string } {
  const source = draft[kind];
  const url = !('place' in source) || source.place === 'url' ? source.url : '';
  return url === '' || /[?@]/.test(url) ? {} : { url };
}

// Leaves room for the rest of the request within its limit of 256 KiB.
const SENT_BYTES_MAX = 250_000;
/** The maximum size of a document. `test/web/importDraft.test.ts` compares it with the server's limit. */
export const SIZE_HINT = 'Maximum 32 MiB.';

/** Removes whitespace from JSON so that most documents fit into one request. */
function compact(text: string): string {
  try {
    return JSON.stringify(parseExact(text));
  } catch {
    return text;
  }
}

export const fits = (text: string): boolean => new Blob([JSON.stringify(text)]).size <= SENT_BYTES_MAX;

function addressProblem(url: string): string | null {
  if (url.trim() === '') return 'Enter a URL.';
  return /^https?:\/\/\S+$/i.test(url.trim()) ? null : 'Enter a full URL that starts with https:// or http://.';
}

function documentProblem(draft: DocumentDraft): string | null {
  if (draft.place === 'url') return addressProblem(draft.url);
  if (draft.place === 'file') return draft.file === null ? 'Choose a file.' : null;
  if (draft.place === 'folder') return draft.folder === null ? 'Choose a folder.' : null;
  return /\S/.test(draft.pasted) ? null : 'Paste the document.';
}

/** The problem to fix before the source can be read; null for none. */
export function sourceProblem(kind: SourceKind, draft: Draft): string | null {
  const source = draft[kind];
  return 'place' in source ? documentProblem(source) : addressProblem(source.url);
}

/** Uploads a document that is too long for one request; resolves to its ID. */
type Upload = (document: Blob) => Promise<string>;
type SentPlace = { readonly url: string } | { readonly text: string } | { readonly upload: string };

/** Whether a document is a zip file, by its first bytes. A zip file is uploaded unchanged. */
const isZip = async (document: Blob): Promise<boolean> => {
  const start = new Uint8Array(await document.slice(0, 4).arrayBuffer());
  return [0x50, 0x4b].every((byte, at) => start[at] === byte) && (start[2] === 3 || start[2] === 5);
};

async function placeOf(draft: DocumentDraft, upload: Upload): Promise<SentPlace> {
  if (draft.place === 'url') return { url: draft.url.trim() };
  const chosen = draft.place === 'file' ? draft.file : draft.place === 'folder' ? draft.folder : null;
  const document = chosen ?? new Blob([draft.pasted]);
  const isText = document.size <= SENT_BYTES_MAX && !(await isZip(document));
  const text = isText ? compact(await document.text()) : null;
  return text !== null && fits(text) ? { text } : { upload: await upload(document) };
}

const NOT_JSON = 'Invalid JSON. Use a file from “Export document”.';

/** @throws ApiError for a short text that isn't JSON; the server rejects a long one */
async function ownSource(draft: DocumentDraft, upload: Upload): Promise<ServerSourceInput> {
  const place = await placeOf(draft, upload);
  if ('upload' in place) return { upload: place.upload };
  try {
    return { document: parseExact('text' in place ? place.text : '') };
  } catch {
    throw new ApiError('INVALID_INPUT', NOT_JSON, [{ path: '/source/document', message: NOT_JSON }]);
  }
}

async function toSourceInput(kind: SourceKind, draft: Draft, upload: Upload): Promise<ServerSourceInput> {
  if (kind === 'registry') return { registry: await placeOf(draft.registry, upload) };
  if (kind === 'document') return ownSource(draft.document, upload);
  if (kind === 'openapi') {
    const baseUrl = draft.openapi.baseUrl.trim();
    return { openApi: { ...(await placeOf(draft.openapi, upload)), ...(baseUrl && { baseUrl }) } };
  }
  const filled = draft[kind].headers
    .filter(({ name, value }) => name.trim() !== '' && value !== '')
    .map(({ name, value }) => ({ name: name.trim(), value }));
  const headers = filled.length > 0 && { headers: filled };
  if (kind === 'mcp') return { mcp: { url: draft.mcp.url.trim(), ...headers } };
  const baseUrl = draft.graphql.place !== 'url' && draft.graphql.baseUrl.trim();
  return { graphql: { ...(await placeOf(draft.graphql, upload)), ...(baseUrl && { baseUrl }), ...headers } };
}

/** Converts a draft without problems to the preview's input. @throws ApiError */
export async function toPreviewInput(kind: SourceKind, draft: Draft, upload: Upload): Promise<PreviewServerInput> {
  const credentialValues = Object.entries(draft.credentials).map(([fieldId, value]) => ({ fieldId, value }));
  const source = await toSourceInput(kind, draft, upload);
  return { source, ...(credentialValues.length > 0 && { credentialValues }) };
}

export const withoutSecrets = (draft: Draft): Draft => ({
  ...draft,
  graphql: { ...draft.graphql, headers: [] },
  mcp: { ...draft.mcp, headers: [] },
  credentials: {},
});
