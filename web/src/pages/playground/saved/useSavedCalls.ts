import { useState } from 'react';
import { OUTCOMES } from '../../../records/outcomes.ts';
import type { JsonObject } from '../json.ts';
import type { Outcome, Run } from '../run.ts';
import { withoutSecrets } from './secrets.ts';
import {
  CALLS_MAX,
  callsOf,
  EXAMPLES_MAX,
  type Example,
  examplesOf,
  fits,
  type SavedCall,
  type StoredRows,
} from './store.ts';

const ENDED = { success: 'Success', refused: 'Not sent', cancelled: 'Cancelled' } as const;

const endedAs = (outcome: Outcome): string =>
  outcome.kind === 'failed' ? OUTCOMES[outcome.outcome].title : ENDED[outcome.kind];

function useShelf<Row>(open: () => StoredRows<Row>) {
  const [shelf] = useState(open);
  const [rows, setRows] = useState(shelf.read);
  const change = (next: readonly Row[]) => {
    shelf.write(next);
    setRows(next);
  };
  return [rows, change] as const;
}

export type SavedCallsState = {
  readonly calls: readonly SavedCall[];
  readonly examples: readonly Example[];
  readonly canSave: boolean;
  note(input: JsonObject, run: Run): void;
  save(name: string, input: JsonObject): void;
  remove(id: string): void;
};

/** Stored calls and examples of one tool, without secrets. */
export function useSavedCalls(stackId: string, toolId: string, schema: unknown): SavedCallsState {
  const [calls, setCalls] = useShelf(() => callsOf(stackId, toolId));
  const [examples, setExamples] = useShelf(() => examplesOf(stackId, toolId));
  return {
    calls,
    examples,
    canSave: examples.length < EXAMPLES_MAX,
    note(args, { tookMs, outcome }) {
      const input = withoutSecrets(args, schema);
      if (!fits(input)) return;
      const row = { id: newId(), at: new Date().toISOString(), input, tookMs };
      const call = { ...row, ended: endedAs(outcome), isGood: outcome.kind === 'success' };
      setCalls([call, ...calls].slice(0, CALLS_MAX));
    },
    save(name, call) {
      const input = withoutSecrets(call, schema);
      if (fits(input)) setExamples([{ id: newId(), name, input }, ...examples.filter((each) => each.name !== name)]);
    },
    remove: (id) => setExamples(examples.filter((each) => each.id !== id)),
  };
}

// randomUUID isn't available over plain http.
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('');
