import { expect, it } from 'vitest';
import { type Answer, addResult, type Turn, toInputs } from '../../web/src/pages/stacks/chat/turns.ts';

const pickOf = (ref: string) => ({
  ref,
  name: 'shop_echo',
  toolId: 'shop_echo',
  toolInput: { ref },
  inputText: `{"ref":"${ref}"}`,
});
const answer: Answer = {
  ...{ __typename: 'AskModelPayload', model: 'tiny', text: 'Two calls.', isCut: false, inputTokens: 1, offered: [] },
  picks: [pickOf('a'), pickOf('b')],
};

it('each result of a call is sent to the model, once all calls of the answer have one', () => {
  const turns: readonly Turn[] = [
    { by: 'person', text: 'Say it' },
    { by: 'model', answer, results: [] },
  ];
  const first = addResult(turns, { ref: 'b', text: 'forty-two', isError: false });
  expect(first.isComplete).toBe(false);
  const both = addResult(first.turns, { ref: 'a', text: 'failed', isError: true });
  expect(both.isComplete).toBe(true);
  const picks = ['a', 'b'].map((ref) => ({ ref, name: 'shop_echo', toolInput: { ref } }));
  expect(toInputs(both.turns)).toEqual([
    { by: 'PERSON', text: 'Say it' },
    { by: 'MODEL', text: 'Two calls.', picks },
    { by: 'TOOL', ref: 'b', text: 'forty-two', isError: false },
    { by: 'TOOL', ref: 'a', text: 'failed', isError: true },
  ]);
});

it('a result without an answer of the model changes nothing', () => {
  const turns: readonly Turn[] = [{ by: 'person', text: 'Say it' }];
  expect(addResult(turns, { ref: 'a', text: 'late', isError: false })).toEqual({ turns, isComplete: false });
});
