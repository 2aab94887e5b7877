import { expect, it } from 'vitest';
import { toolsIn } from '../../../src/core/machines/scope.ts';

it.each([
  [undefined, null],
  ['tools', null],
  ['tools tool:mail_send', null],
  ['tool:mail_send tools', null],
  ['tool:mail_send', ['mail_send']],
  ['tool:mail_* tool:calendar_list', ['mail_*', 'calendar_list']],
])('the scope %s requests %j', (scope, tools) => {
  expect(toolsIn(scope)).toEqual(tools);
});

it.each(['', 'mail', 'tools mail', 'tools mail_tool:', 'tool:', 'tool:mail send', 'mail_tool:'])(
  'the scope “%s” is refused',
  (scope) => {
    expect(() => toolsIn(scope)).toThrow(expect.objectContaining({ code: 'invalid_scope' }));
  },
);
