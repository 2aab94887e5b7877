import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import type { ImportServerInput, PreviewServerInput } from '../../gql/graphql.ts';
import { fits } from './draft.ts';
import { IMPORT_PREVIEW, IMPORT_SAVE } from './operations.ts';

async function preview(input: PreviewServerInput, signal: AbortSignal) {
  const { previewServer } = await sendOperation(IMPORT_PREVIEW, { input }, signal);
  return { input, server: payloadOf(previewServer).server };
}

/** What a source was read as, with what was asked. */
export type Preview = Awaited<ReturnType<typeof preview>>;

/** Reads a source; cancelling is not a failure. */
export function usePreview() {
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const mutation = useMutation({
    mutationFn: (input: PreviewServerInput) => {
      running.current = new AbortController();
      return preview(input, running.current.signal);
    },
  });
  const cancel = () => {
    running.current?.abort();
    mutation.reset();
  };
  return { ...mutation, cancel };
}

// A request to the API nests at most 32 levels; some of them are around the document.
const LEVELS_MAX = 28;

const nestsAtMost = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((each) => nestsAtMost(each, levels - 1)));

const canBeSent = (document: unknown): boolean => nestsAtMost(document, LEVELS_MAX) && fits(JSON.stringify(document));

/**
 * Saves what was previewed: the document, or for a large or deep one its source, which must still give the same
 * document.
 */
function toImportInput({ input, server }: Preview): ImportServerInput {
  if (canBeSent(server.document)) return { document: server.document };
  return { ...input, id: server.id, name: server.name, digest: server.digest };
}

async function save(shown: Preview) {
  const { importServer } = await sendOperation(IMPORT_SAVE, { input: toImportInput(shown) });
  return payloadOf(importServer);
}

export const useSave = () => useApiMutation('importServer', save);
