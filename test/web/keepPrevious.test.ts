import { expect, it } from 'vitest';
import { keepDataOf } from '../../web/src/api/keepPrevious.ts';
import { documentsOfDashboard } from './documents.ts';

type Variable = { readonly name: string; readonly isRequiredId: boolean };

/** The variables that a document declares before its first selection. */
const variablesOf = (text: string): readonly Variable[] =>
  [...text.slice(0, text.indexOf('{')).matchAll(/\$(\w+): ([^,)\s]+)/g)].map(([, name = '', type = '']) => ({
    name,
    isRequiredId: type === 'ID!' || type === 'String!',
  }));

it('shows no data of one object while another one loads, and earlier rows while filters change', async () => {
  const queries = (await documentsOfDashboard()).filter(({ kind }) => kind === 'query');
  let count = 0;
  for (const { name: query, text } of queries) {
    const declared = variablesOf(text);
    const before = Object.fromEntries(declared.map(({ name }) => [name, 'one']));
    for (const { name, isRequiredId } of declared) {
      const data = keepDataOf(text, { ...before, [name]: 'two' })('rows', { queryKey: [text, before] });
      expect({ query, name, data }).toEqual({ query, name, data: isRequiredId ? undefined : 'rows' });
      count += 1;
    }
    expect(keepDataOf(text, before)('rows', { queryKey: [text, 'pages', before] })).toBe('rows');
  }
  process.stdout.write(`${count} variables of ${queries.length} queries\n`);
});
