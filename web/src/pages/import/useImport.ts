import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import { type UploadProgress, uploadDocument } from '../../api/upload.ts';
import type { ImportServerInput, PreviewServerInput } from '../../gql/graphql.ts';
import { type Draft, fits, type SourceKind, toPreviewInput } from './draft.ts';
import { keyOf, PLENTY } from './operationChoice.ts';
import { IMPORT_OPERATIONS, IMPORT_PREVIEW, IMPORT_SAVE, IMPORT_SEARCH } from './operations.ts';

async function preview(input: PreviewServerInput, signal: AbortSignal) {
  const { previewServer } = await sendOperation(IMPORT_PREVIEW, { input }, signal);
  return { input, server: payloadOf(previewServer).server };
}

/** The server read from a source, with the request. */
export type Preview = Awaited<ReturnType<typeof preview>>;

async function list(input: PreviewServerInput, signal: AbortSignal) {
  const { openApi } = input.source;
  if (!openApi) return null;
  const { previewOperations } = await sendOperation(IMPORT_OPERATIONS, { input: { openApi } }, signal);
  return { input, list: payloadOf(previewOperations) };
}

/** A document's operations, with the request. */
export type Listed = NonNullable<Awaited<ReturnType<typeof list>>>;

async function search({ listed, query }: AgentQuery, signal: AbortSignal) {
  const { openApi } = listed.input.source;
  if (!openApi) return { query, keys: [] };
  const { previewOperations } = await sendOperation(IMPORT_SEARCH, { input: { openApi, search: query } }, signal);
  return { query, keys: payloadOf(previewOperations).operations.map(keyOf) };
}

type AgentQuery = { readonly listed: Listed; readonly query: string };

/** Results of an agent search, best first. */
export type Found = Awaited<ReturnType<typeof search>>;

/** Searches a document's operations the way agents search a stack's tools. */
export const useAgentSearch = () => useReading(search);

type Entered = { readonly kind: SourceKind; readonly draft: Draft };

/** Reads a source: a preview, or the list of operations if there are many. `sent` is set during a long upload. */
export function useRead() {
  const [sent, setSent] = useState<UploadProgress | null>(null);
  const reading = useReading(async ({ kind, draft }: Entered, signal) => {
    const upload = (document: Blob) => uploadDocument(document, signal, setSent).finally(() => setSent(null));
    const input = await toPreviewInput(kind, draft, upload);
    const listed = await list(input, signal);
    return listed !== null && listed.list.totalCount > PLENTY ? { listed } : { read: await preview(input, signal) };
  });
  return { ...reading, sent };
}

export const usePreview = () => useReading(preview);

/** A cancellable read; cancelling is not shown as a failure. */
function useReading<I, T>(read: (input: I, signal: AbortSignal) => Promise<T>) {
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const mutation = useMutation({
    mutationFn: (input: I) => {
      running.current = new AbortController();
      return read(input, running.current.signal);
    },
  });
  const cancel = () => {
    running.current?.abort();
    mutation.reset();
  };
  return { ...mutation, cancel };
}

// An API request nests at most 32 levels, including the levels around the document.
const LEVELS_MAX = 28;

const nestsAtMost = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((each) => nestsAtMost(each, levels - 1)));

const canBeSent = (document: unknown): boolean => nestsAtMost(document, LEVELS_MAX) && fits(JSON.stringify(document));

/** Previews a server document from the browser, for example after renaming tools. */
export const useDocumentPreview = () =>
  useReading(async (document: unknown, signal) => {
    const whole = new Blob([JSON.stringify(document)]);
    const source = canBeSent(document)
      ? { document }
      : { upload: await uploadDocument(whole, signal, () => undefined) };
    return preview({ source }, signal);
  });

/** Imports the previewed document. Reads a large or deep document from its source again; the digest must match. */
function toImportInput({ input, server }: Preview): ImportServerInput {
  if (canBeSent(server.document)) return { document: server.document };
  return { ...input, id: server.id, name: server.name, digest: server.digest };
}

async function save(shown: Preview) {
  const { importServer } = await sendOperation(IMPORT_SAVE, { input: toImportInput(shown) });
  return payloadOf(importServer);
}

export const useSave = () => useApiMutation('importServer', save);
