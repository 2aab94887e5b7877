import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchTools } from '../../../src/core/search/search.ts';
import { termsOf, wordsOf } from '../../../src/core/search/words.ts';
import { snapshotTool } from '../../formats/tool.ts';

const TOOLS = [
  { toolId: 'mail_send_message', description: 'Sends an email to people.' },
  { toolId: 'mail_list_messages', description: 'Emails in the inbox, newest first.' },
  { toolId: 'crm_createContact', description: 'Adds a person to the address book.' },
  { toolId: 'crm_delete_contact', description: 'Removes a person from the address book.' },
];
const tools = new Map(TOOLS.map((tool) => [tool.toolId, snapshotTool({}, tool)]));
const memory = new Map<string, unknown>();
const snapshot = {
  stackId: 'stack_1',
  accountId: 'acct_1',
  version: 1,
  analyticsEnabled: false,
  servers: [],
  tools,
  memo<T>(key: string, build: () => T): T {
    if (!memory.has(key)) memory.set(key, build());
    // Boundary: the key names the type.
    return memory.get(key) as T;
  },
};
const first = (query: string): string | undefined => searchTools(snapshot, { query, limit: 5 })[0]?.toolId;

describe('a search', () => {
  it.each([
    ['send an email', 'mail_send_message'],
    ['post a mail', 'mail_send_message'],
    ['see all my emails', 'mail_list_messages'],
    ['new contact', 'crm_createContact'],
    ['make contacts', 'crm_createContact'],
    ['erase somebody from my contacts', 'crm_delete_contact'],
    ['CRM-DELETE_CONTACT', 'crm_delete_contact'],
  ])('for %j finds %s first', (query, toolId) => {
    expect(first(query)).toBe(toolId);
  });

  it('never fails and never finds more than asked, whatever the words', () => {
    const words = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('*', 'constructor', '__proto__', 'the', ''));
    fc.assert(
      fc.property(fc.array(words), fc.integer({ min: 1, max: 3 }), (parts, limit) => {
        expect(searchTools(snapshot, { query: parts.join(' '), limit }).length).toBeLessThanOrEqual(limit);
      }),
    );
  });

  it('finds a tool by each word of its name', () => {
    for (const { toolId } of TOOLS) {
      for (const word of wordsOf(toolId)) {
        const found = searchTools(snapshot, { query: word, limit: 20 }).map((tool) => tool.toolId);
        expect(found, word).toContain(toolId);
      }
    }
  });
});

describe('of tools that have the same words', () => {
  const of = (...names: readonly string[]) => {
    const tools = new Map(names.map((toolId) => [toolId, snapshotTool({}, { toolId, description: '' })]));
    const memo = <T>(_key: string, build: () => T): T => build();
    return { ...snapshot, tools, memo };
  };

  it('the one stands first whose name says nothing else', () => {
    const many = of('hub_issue_delete_reaction_of_comment', 'hub_delete_issue', 'hub_issue_delete_sub_issue');
    expect(searchTools(many, { query: 'delete an issue', limit: 1 })[0]?.toolId).toBe('hub_delete_issue');
  });

  it('one is found by the nouns of its address', () => {
    const request = {
      kind: 'template' as const,
      method: 'GET' as const,
      path: '/planets/{{id}}/moons',
      bodyEncoding: 'json' as const,
    };
    const named = new Map(['a_x1', 'a_x2'].map((toolId) => [toolId, snapshotTool({}, { toolId, description: '' })]));
    const tool = snapshotTool({}, { toolId: 'a_x3', description: '', request });
    const found = searchTools({ ...of(), tools: new Map([...named, ['a_x3', tool]]) }, { query: 'moons', limit: 5 });
    expect(found.map(({ toolId }) => toolId)).toEqual(['a_x3']);
  });
});

describe('words', () => {
  it('come out of every way to write a name', () => {
    expect(wordsOf('createPull_request-v2 (Größe)')).toEqual(['create', 'pull', 'request', 'v2', 'größe']);
  });

  it('of the same kind share a term; those that say nothing have none', () => {
    const shared = (a: string, b: string) => (termsOf(a) ?? []).filter((term) => termsOf(b)?.includes(term));
    expect(shared('deleting', 'removes')).toEqual(['~delet']);
    expect(shared('delete', 'create')).toEqual([]);
    expect(termsOf('the')).toBeNull();
  });
});
