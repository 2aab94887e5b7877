import { describe, expect, it } from 'vitest';
import { isJsonObject, parseJson } from '../../../src/core/lib/json.ts';
import { compileSelection, select } from '../../../src/core/results/select.ts';

const ROWS = `[{"id":12345678901234567890,"price":1.50,"s":"a","t":["x"]},{"id":12345678901234567891,"price":3,"s":"b"},{"id":3,"price":10.0,"s":"constructor"}]`;
const TEXT = `{"items":${ROWS},"none":{"zero":0.0},"constructor":{"toString":1e2},"big":[9007199254740993,2,10]}`;

/** The JSON text of an expression's result. */
function selected(expression: string): string {
  const [selection, result] = [compileSelection(expression), parseJson(TEXT)];
  if ('problem' in selection || !isJsonObject(result)) throw new Error(`no selection: ${expression}`);
  const picked = select(selection, result);
  return 'value' in picked ? JSON.stringify(picked.value) : picked.problem;
}

// According to the JMESPath specification, with the result's number literals.
const SELECTIONS: Readonly<Record<string, string>> = {
  "items[?s=='a'].id": '[12345678901234567890]',
  "items[?s!='a'].id": '[12345678901234567891,3]',
  'items[?price > `1`].price': '[1.50,3,10.0]',
  'items[?price >= `10`].price': '[10.0]',
  'items[?price < `2`].id': '[12345678901234567890]',
  'items[?price == `10`].s': '["constructor"]',
  'items[?price].s': '["a","b","constructor"]',
  "items[?price && s=='a'].id": '[12345678901234567890]',
  "items[?!(s=='a')].price": '[3,10.0]',
  "items[0].price || 'none'": '1.50',
  "none.zero || 'none'": '0.0',
  'absent || items[0].price': '1.50',
  '!(items[0].price)': 'false',
  'items[*].price': '[1.50,3,10.0]',
  'items[*].[id,price]': '[[12345678901234567890,1.50],[12345678901234567891,3],[3,10.0]]',
  'items[*].price.*': '[]',
  'items[*].price | sum(@)': '14.5',
  'avg(items[*].price)': '4.833333333333333',
  'sum(big[1:])': '12',
  'sort(items[*].price)': '[1.50,3,10.0]',
  'sort(big)': '[2,10,9007199254740993]',
  'max(items[*].price)': '10.0',
  'min(items[*].price)': '1.50',
  'max(big)': '9007199254740993',
  'sort_by(items, &price)[*].price': '[1.50,3,10.0]',
  'sort_by(items, &s)[*].id': '[12345678901234567890,12345678901234567891,3]',
  'max_by(items, &price).price': '10.0',
  'min_by(items, &price).id': '12345678901234567890',
  'group_by(items, &s).b[0].id': '12345678901234567891',
  'map(&id, items)': '[12345678901234567890,12345678901234567891,3]',
  'abs(items[0].price)': '1.5',
  'ceil(items[0].price)': '2',
  'items[0].price + `1`': '2.5',
  '-items[0].price': '-1.5',
  'to_number(items[0].price)': '1.50',
  'type(items[0].price)': '"number"',
  'not_null(absent, items[0].price)': '1.50',
  'to_array(items[0].price)': '[1.50]',
  'contains(big, `2`)': 'true',
  'contains(items[*].price, `1.5`)': 'true',
  "items[?contains(t || `[]`, 'x')].id": '[12345678901234567890]',
  'values(none)': '[0.0]',
  'merge(none, {a: items[0].price})': '{"zero":0.0,"a":1.50}',
  'reverse(items[*].price)': '[10.0,3,1.50]',
  'let $price = items[0].price in items[?price == $price].id': '[12345678901234567890]',
  'items[0].price == items[0].price': 'true',
  '{price: items[0].price} == {price: `1.5`}': 'true',
};

describe('a selection of exact numbers', () => {
  it.each(Object.entries(SELECTIONS))('%s', (expression, text) => expect(selected(expression)).toBe(text));
});

it.each([
  ['constructor.toString', '1e2'],
  ['items[0].constructor', 'null'],
  ['items[0].constructor.name', 'null'],
  ['{a: toString, b: hasOwnProperty}', '{"a":null,"b":null}'],
  ['items[0].__proto__', 'null'],
  ['length(items[?toString])', '0'],
  ['group_by(items, &s).constructor[0].id', '3'],
])('built-in object members are not selectable: %s', (expression, text) => expect(selected(expression)).toBe(text));
