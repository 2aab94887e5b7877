import { describe, expect, it } from 'vitest';
import { changedMembers, partName, unavailableName } from '../../web/src/pages/stacks/versions/words.ts';

describe('a part of a stack', () => {
  it.each([
    ['/servers/mail', 'Server mail'],
    ['/servers/mail/tools/mail_send', 'Tool mail_send'],
    ['/rules/Ask~1deny', 'Rule Ask/deny'],
    ['/rules/a\u202eb', 'Rule a\\u202eb'],
    ['/recordsCalls', 'Call recording'],
  ])('at %j is named %j', (path, name) => {
    expect(partName(path)).toBe(name);
  });

  it('that a roll-back leaves out is a server, a tool, or the callers of a rule', () => {
    const names = ['/servers/mail', '/servers/mail/tools/mail_send', '/rules/a\u202eb'].map(unavailableName);
    expect(names).toEqual(['Server mail', 'Tool mail_send', 'Deleted callers of the rule a\\u202eb']);
  });
});

const tool = (texts: object) => JSON.stringify({ name: null, description: null, isPinned: false, ...texts });

describe('the members that differ', () => {
  it.each([
    ['an added tool without texts', null, tool({}), []],
    ['an added tool with a name', null, tool({ name: 'x' }), [['name', null, '"x"']]],
    ['a removed tool that was pinned', tool({ isPinned: true }), null, [['isPinned', 'true', null]]],
    ['a tool that lost its pin', tool({ isPinned: true }), tool({}), [['isPinned', 'true', 'false']]],
    ['a rule for tools that write', null, '{"readOnly":false,"callers":[]}', [['readOnly', null, 'false']]],
    ['a rule that is off', null, '{"isEnabled":false}', [['isEnabled', null, 'false']]],
    ['a setting', 'true', 'false', [['', 'true', 'false']]],
    ['hidden characters', null, tool({ name: 'a\u202eb' }), [['name', null, '"a\\u202eb"']]],
  ])('of %s', (_name, before, after, expected) => {
    expect(changedMembers({ before, after }).map((member) => [member.name, member.before, member.after])).toEqual(
      expected,
    );
  });
});
