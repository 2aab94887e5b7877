import type { PreviewServerInput, ServerSourceInput } from '../../gql/graphql.ts';

export type SourceKind = 'openapi' | 'mcp' | 'registry' | 'document';
/** How a document is given. */
export type Place = 'url' | 'paste' | 'file';
export type Header = { readonly key: number; readonly name: string; readonly value: string };
export type DocumentDraft = {
  readonly place: Place;
  readonly url: string;
  readonly pasted: string;
  readonly file: { readonly name: string; readonly text: string } | null;
};

/** What the person has entered, for every kind of source, so that going back and forth loses nothing. */
export type Draft = {
  readonly openapi: DocumentDraft & { readonly baseUrl: string };
  readonly registry: DocumentDraft;
  readonly document: DocumentDraft;
  readonly mcp: { readonly url: string; readonly headers: readonly Header[] };
  /** Values that the source asked for, by field id. */
  readonly credentials: Readonly<Record<string, string>>;
};

const EMPTY_DOCUMENT: DocumentDraft = { place: 'paste', url: '', pasted: '', file: null };

export const EMPTY_DRAFT: Draft = {
  openapi: { ...EMPTY_DOCUMENT, place: 'url', baseUrl: '' },
  registry: { ...EMPTY_DOCUMENT, place: 'url' },
  document: EMPTY_DOCUMENT,
  mcp: { url: '', headers: [] },
  credentials: {},
};

/** A draft that begins with an address. */
export const draftFor = (kind: SourceKind, url: string): Draft =>
  kind === 'document' ? EMPTY_DRAFT : { ...EMPTY_DRAFT, [kind]: { ...EMPTY_DRAFT[kind], url } };

/**
 * The part of the address that goes into the page's URL. Addresses with a query are left out, since it may hold a key.
 */
export function addressIn(kind: SourceKind, { mcp, ...documents }: Draft): { readonly url?: string } {
  const url = kind === 'mcp' ? mcp.url : documents[kind].place === 'url' ? documents[kind].url : '';
  return url === '' || /[?@]/.test(url) ? {} : { url };
}

// A request to the API holds at most 256 KiB; some of it is not the document.
const SENT_BYTES_MAX = 250_000;
/** What can be sent, and the way for more. */
export const SIZE_HINT =
  'At most 250 kB; whoever runs Toolyard can import a larger file with “toolyard server import”.';
const TOO_LARGE =
  'This document is too large to send from here: 250 kB is the most. Whoever runs Toolyard can import the file with “toolyard server import”.';

/** Removes white space from JSON, so that most documents fit into one request. */
function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

const textOf = ({ place, pasted, file }: DocumentDraft): string => (place === 'file' ? (file?.text ?? '') : pasted);

export const fits = (text: string): boolean => new Blob([JSON.stringify(text)]).size <= SENT_BYTES_MAX;

function addressProblem(url: string): string | null {
  if (url.trim() === '') return 'Enter the address.';
  return /^https?:\/\/\S+$/i.test(url.trim()) ? null : 'Enter a whole address that begins with https:// or http://.';
}

function documentProblem(draft: DocumentDraft): string | null {
  if (draft.place === 'url') return addressProblem(draft.url);
  const text = textOf(draft);
  if (text.trim() === '') return draft.place === 'file' ? 'Choose a file.' : 'Paste the document.';
  return fits(compact(text)) ? null : TOO_LARGE;
}

function ownProblem(draft: DocumentDraft): string | null {
  const problem = documentProblem(draft);
  if (problem !== null) return problem;
  try {
    JSON.parse(textOf(draft));
    return null;
  } catch {
    return 'This is not JSON. Use the file that “Export document” gave you.';
  }
}

/** What has to be put right before the source can be read; null for nothing. */
export function sourceProblem(kind: SourceKind, draft: Draft): string | null {
  if (kind === 'mcp') return addressProblem(draft.mcp.url);
  return kind === 'document' ? ownProblem(draft.document) : documentProblem(draft[kind]);
}

const placeOf = (draft: DocumentDraft) =>
  draft.place === 'url' ? { url: draft.url.trim() } : { text: compact(textOf(draft)) };

function toSourceInput(kind: SourceKind, draft: Draft): ServerSourceInput {
  if (kind === 'registry') return { registry: placeOf(draft.registry) };
  if (kind === 'document') return { document: JSON.parse(textOf(draft.document)) };
  if (kind === 'openapi') {
    const baseUrl = draft.openapi.baseUrl.trim();
    return { openApi: { ...placeOf(draft.openapi), ...(baseUrl && { baseUrl }) } };
  }
  const headers = draft.mcp.headers
    .filter(({ name, value }) => name.trim() !== '' && value !== '')
    .map(({ name, value }) => ({ name: name.trim(), value }));
  return { mcp: { url: draft.mcp.url.trim(), ...(headers.length > 0 && { headers }) } };
}

/** What reading the source asks for; only for a draft without a problem. */
export function toPreviewInput(kind: SourceKind, draft: Draft): PreviewServerInput {
  const { credentials } = draft;
  return { source: toSourceInput(kind, draft), ...(Object.keys(credentials).length > 0 && { credentials }) };
}

/** The draft without any secret. */
export const withoutSecrets = (draft: Draft): Draft => ({
  ...draft,
  mcp: { ...draft.mcp, headers: [] },
  credentials: {},
});
