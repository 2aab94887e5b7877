import type { ErrorSchema, RJSFSchema } from '@rjsf/utils';
import { useState } from 'react';
import { hasErrors, NO_ERRORS, toErrors } from './form/errors.ts';
import { findErrors } from './form/findErrors.ts';
import { unnamedMembers } from './form/newMembers.ts';
import { type JsonObject, parseInput, pretty, toForm, toInput } from './json.ts';

/** Options of the call, as typed. */
export type Options = { readonly endUser: string; readonly select: string; readonly maxBytes: string };

type State = {
  /** The form's value. */
  readonly value: unknown;
  /** The input while edited as text; null in form mode. */
  readonly text: string | null;
  readonly options: Options;
  readonly errors: ErrorSchema;
  /** After the first attempt to run, errors are shown. */
  readonly isTried: boolean;
};

const START: State = {
  value: {},
  text: null,
  options: { endUser: '', select: '', maxBytes: '' },
  errors: NO_ERRORS,
  isTried: false,
};

export type Draft = State & {
  readonly input: JsonObject;
  /** Why the text isn't valid input; null if it is, and in form mode. */
  readonly problem: string | null;
  setValue(value: unknown): void;
  setText(text: string): void;
  setOptions(options: Options): void;
  setErrors(errors: ErrorSchema): void;
  editAsText(isText: boolean): void;
  /** Loads the arguments of an earlier call or an example. */
  load(input: JsonObject): void;
  /** Validates the input; errors show at the fields. Text mode sends any JSON for the server to check. */
  check(): boolean;
};

/** Whether the tool's schema itself uses the placeholder name that the form gives to new members. */
const hasPlaceholder = (schema: RJSFSchema): boolean => JSON.stringify(schema).includes('"newKey');

function errorsIn(schema: RJSFSchema, value: unknown): ErrorSchema {
  const input = toInput(value);
  const unnamed = hasPlaceholder(schema) ? [] : unnamedMembers(input);
  return toErrors([...findErrors(schema, input), ...unnamed]);
}

/** The draft of a call, initially filled with `initial`. */
export function useDraft(schema: RJSFSchema, initial: JsonObject | null): Draft {
  const [state, setState] = useState(initial === null ? START : { ...START, value: toForm(initial) });
  const patch = (change: Partial<State>) => setState((before) => ({ ...before, ...change }));
  const parsed = state.text === null ? { input: toInput(state.value) } : parseInput(state.text);
  const input = 'input' in parsed ? parsed.input : toInput(state.value);
  const problem = 'problem' in parsed ? parsed.problem : null;
  const setValue = (value: unknown) =>
    setState((before) => ({
      ...before,
      value,
      errors: before.isTried ? errorsIn(schema, value) : NO_ERRORS,
    }));
  return {
    ...state,
    input,
    problem,
    setValue,
    setText: (text) => patch({ text, errors: NO_ERRORS }),
    setOptions: (options) => patch({ options }),
    setErrors: (errors) => patch({ errors }),
    editAsText: (isText) =>
      patch(isText ? { text: pretty(input) } : { text: null, value: toForm(input), errors: NO_ERRORS }),
    load: (loaded) =>
      patch({
        value: toForm(loaded),
        text: state.text === null ? null : pretty(loaded),
        errors: NO_ERRORS,
        isTried: false,
      }),
    check() {
      if (state.text !== null) return problem === null;
      const errors = errorsIn(schema, state.value);
      patch({ errors, isTried: true });
      return !hasErrors(errors);
    },
  };
}
