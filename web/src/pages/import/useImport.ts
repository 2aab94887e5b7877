import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ask } from '../../api/ask.ts';
import { useChange } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import type { ImportServerInput, PreviewServerInput } from '../../gql/graphql.ts';
import { fits } from './draft.ts';
import { IMPORT_PREVIEW, IMPORT_SAVE } from './operations.ts';

async function preview(input: PreviewServerInput, signal: AbortSignal) {
  const { previewServer } = await ask(IMPORT_PREVIEW, { input }, signal);
  if (!previewServer) throw new Error('The server gave no answer');
  return { input, server: payloadOf(previewServer).server };
}

/** What a source was read as, with what was asked. */
export type Preview = Awaited<ReturnType<typeof preview>>;

/** Reads a source; it can be given up, which is no failure. */
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

/** What was previewed, saved: the document itself, or for a large one its source as long as it says the same. */
export function toImportInput({ input, server }: Preview): ImportServerInput {
  if (fits(JSON.stringify(server.document))) return { document: server.document };
  return { ...input, id: server.id, name: server.name, digest: server.digest };
}

async function save(shown: Preview) {
  const { importServer } = await ask(IMPORT_SAVE, { input: toImportInput(shown) });
  if (!importServer) throw new Error('The server gave no answer');
  return payloadOf(importServer);
}

export const useSave = () => useChange(save);
