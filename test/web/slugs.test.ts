import { readFileSync } from 'node:fs';
import { buildSchema, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { expect, it } from 'vitest';
import { documentsOfDashboard } from './documents.ts';

/** The field that the dashboard's addresses and inputs use in place of the permanent id. */
const NAMES: Readonly<Record<string, string>> = { Server: 'slug', Tool: 'toolId' };

it('the dashboard identifies servers and tools by the names that its addresses use', async () => {
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'), { assumeValid: true });
  const documents = await documentsOfDashboard();
  const wrong: string[] = [];
  let selected = 0;
  for (const { name, text } of documents) {
    const types = new TypeInfo(schema);
    const visitor = visitWithTypeInfo(types, {
      Field({ name: field, alias }) {
        const type = types.getParentType()?.name ?? '';
        if (NAMES[type] === undefined || (alias ?? field).value !== 'id') return;
        selected += 1;
        if (field.value !== NAMES[type]) wrong.push(`${name}: ${type}.${field.value}`);
      },
    });
    visit(parse(text), visitor);
  }
  process.stdout.write(`${selected} ids of servers and tools in ${documents.length} operations\n`);
  expect(selected).toBeGreaterThan(10);
  expect(wrong).toEqual([]);
});
