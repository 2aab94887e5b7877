import { useMemo, useState } from 'react';
import { type Change, changed, problemsOf, toWording, type Word, wordsIn } from './wording.ts';

type WordedServer = { readonly id: string; readonly document: unknown };

/** Edits of tool names and descriptions, and the tools selected for bulk changes. */
export function useWords({ id, document }: WordedServer, onEdit: (isEdited: boolean) => void) {
  const before = useMemo(() => wordsIn(document), [document]);
  const [edits, setEdits] = useState<ReadonlyMap<string, Word>>(new Map());
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const words = before.map((word) => edits.get(word.operation) ?? word);
  const chosen = words.filter(({ operation }) => picked.has(operation));
  const edit = (changes: readonly Word[]) => {
    const was = new Map(before.map((word) => [word.operation, word]));
    const next = new Map(edits);
    for (const word of changes) {
      const { name, description } = was.get(word.operation) ?? word;
      if (name === word.name && description === word.description) next.delete(word.operation);
      else next.set(word.operation, word);
    }
    setEdits(next);
    onEdit(next.size > 0);
  };
  return {
    words,
    picked,
    chosen,
    edit,
    changeNames: (change: Change) => edit(chosen.map((word) => ({ ...word, name: changed(word.name, change) }))),
    undo: () => edit(before),
    pick: (operations: readonly string[], isPicked: boolean) => {
      const current = new Set(operations);
      setPicked(new Set(isPicked ? [...picked, ...current] : [...picked].filter((each) => !current.has(each))));
    },
    problems: problemsOf(id, words, ({ operation }) => edits.has(operation)),
    changes: edits.size,
    toWording: () => toWording(document, [...edits.values()]),
  };
}
