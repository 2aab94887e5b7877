import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { SERVER_ID, TOOL_ID } from '../../../src/core/servers/document.ts';
import { toolIdFor } from '../../../src/core/servers/toolName.ts';

const prefix = { prefix: true };
const bare = { prefix: false };
const long = 'get_the_number_of_items_that_are_shown_in_the_overview_of_all_projects';

describe('toolIdFor', () => {
  it.each([
    { label: 'joins server and tool', server: 'gmail', tool: 'send_email', options: prefix, id: 'gmail_send_email' },
    {
      label: 'keeps hyphens',
      server: 'google-calendar',
      tool: 'list-x',
      options: prefix,
      id: 'google-calendar_list-x',
    },
    { label: 'does not double a prefix', server: 'slack', tool: 'slack_post', options: prefix, id: 'slack_post' },
    { label: 'leaves the name alone', server: 'gmail', tool: 'send_email', options: bare, id: 'send_email' },
    { label: 'marks a changed name', server: 's', tool: 'a.b', options: prefix, id: 's_a_b_05b86806' },
    { label: 'names what has no usable letter', server: 's', tool: '送信', options: prefix, id: 's_tool_f9a94ef9' },
    {
      label: 'shortens to 64 characters with a hash',
      server: 's',
      tool: long,
      options: prefix,
      id: 's_get_the_number_of_items_that_are_shown_in_the_overvie_e9c3cca2',
    },
  ])('$label: $tool -> $id', ({ server, tool, options, id }) => {
    expect(toolIdFor(toServerId(server), tool, options)).toBe(id);
  });

  const server = fc.stringMatching(SERVER_ID).map(toServerId);
  const tool = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 256 }),
    fc.stringMatching(/^[a-z._/ -]{1,90}$/),
  );

  it('always returns a name that every surface accepts', () => {
    fc.assert(
      fc.property(server, tool, fc.boolean(), (serverId, name, isPrefixed) => {
        expect(toolIdFor(serverId, name, { prefix: isPrefixed })).toMatch(TOOL_ID);
      }),
    );
  });

  it('gives two tools of one server different names', () => {
    fc.assert(
      fc.property(server, tool, tool, fc.boolean(), (serverId, one, other, isPrefixed) => {
        fc.pre(one !== other && one !== `${serverId}_${other}` && other !== `${serverId}_${one}`);
        const options = { prefix: isPrefixed };
        expect(toolIdFor(serverId, one, options)).not.toBe(toolIdFor(serverId, other, options));
      }),
    );
  });

  it('gives tools of two servers different names', () => {
    fc.assert(
      fc.property(server, server, tool, (one, other, name) => {
        fc.pre(one !== other);
        expect(toolIdFor(one, name, prefix)).not.toBe(toolIdFor(other, name, prefix));
      }),
    );
  });
});
