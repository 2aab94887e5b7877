import { expect, it } from 'vitest';
import { choiceOf, isCallerId, isPattern, listedOf } from '../../web/src/pages/rules/listed.ts';

const TOOLS = [
  choiceOf('crm_*', 'All tools of CRM (crm_*)'),
  choiceOf('crm_delete_user', 'Delete a user (crm_delete_user), CRM'),
  choiceOf('crm_list_users', 'List users (crm_list_users), CRM'),
];
const typed = (text: string, isFetching = false) =>
  listedOf(TOOLS, { text, noun: 'tool', use: 'a pattern', isFetching });

it.each([
  ['nothing', '', ['crm_*', 'crm_delete_user', 'crm_list_users'], null],
  ['half a tool ID', 'crm_del', ['crm_delete_user', 'crm_del'], 'Use “crm_del” as a pattern'],
  ['a whole tool ID', 'crm_delete_user', ['crm_delete_user'], null],
  ['words of a name', 'users list', ['crm_list_users', 'users list'], 'Use “users list” as a pattern'],
  ['no tool', 'mail_send', ['mail_send'], 'No tool matches: use “mail_send” as a pattern'],
])('offers a pattern as an explicit, last choice for %s', (_name, text, ids, use) => {
  const { choices, isNamed } = typed(text);
  expect(choices.map(({ id }) => id)).toEqual(ids);
  if (use !== null) expect(choices.at(-1)?.name).toBe(use);
  expect(isNamed).toBe(text === 'crm_delete_user');
});

it('offers no pattern while it searches, so that Enter cannot choose it by mistake', () => {
  expect(typed('mail_send', true).choices).toEqual([]);
});

it('shows at most 20 matches before the pattern', () => {
  const many = Array.from({ length: 30 }, (_, nr) => choiceOf(`crm_tool_${nr}`, `crm_tool_${nr}`));
  const listed = listedOf(many, { text: 'crm', noun: 'tool', use: 'a pattern', isFetching: false });
  expect(listed.choices).toHaveLength(21);
  expect(listed.choices.at(-1)).toEqual(choiceOf('crm', 'Use “crm” as a pattern'));
  expect(listed.rest).toBe(10);
});

it.each([
  ['crm_*', true, false],
  ['crm_delete_user', false, false],
  ['token_0190a', false, true],
  ['endpoint_0190a', false, true],
  ['First key', false, false],
])('recognizes values that need no choice: %s', (text, pattern, caller) => {
  expect([isPattern(text), isCallerId(text)]).toEqual([pattern, caller]);
});
