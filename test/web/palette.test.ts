import { describe, expect, it } from 'vitest';
import { type Entry, found, GROUP_MAX, stackOf } from '../../web/src/shell/palette/entries.ts';

const entry = (label: string, hint = ''): Entry => ({ id: label, label, hint, href: '/', isOurs: true });

describe('results of the palette', () => {
  const entries = [entry('Send mail', 'gmail'), entry('Mail'), entry('Other', 'about mail'), entry('None')];
  it.each([
    ['mail', ['Mail', 'Send mail', 'Other']],
    ['MAIL gm', ['Send mail']],
    ['x', []],
    ['', ['Send mail', 'Mail', 'Other', 'None']],
  ])('for %j contain all of its words, with prefix matches first', (search, labels) => {
    expect(found(entries, search).map(({ label }) => label)).toEqual(labels);
  });

  it('are limited', () => {
    expect(
      found(
        Array.from({ length: 1_000 }, (_, at) => entry(`tool ${at}`)),
        'tool',
      ),
    ).toHaveLength(GROUP_MAX);
  });

  it.each([
    ['/stacks/stack_1/connect', {}, 'stack_1'],
    ['/playground', { stack: 'stack_2' }, 'stack_2'],
    ['/stacks', {}, null],
    ['/rules', { stack: 3 }, null],
  ])('at %s %j come from the tools of the stack %s', (pathname, search, stack) => {
    expect(stackOf(pathname, search)).toBe(stack);
  });
});
