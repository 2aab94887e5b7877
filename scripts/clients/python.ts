import { readFileSync } from 'node:fs';
import { isRecord } from '../../src/core/lib/json.ts';
import { type Field, nameOfReference, type Operation, operationsOf, recordAt, type Schema } from './operations.ts';

const MADE = '# Made from openapi.json by `npm run generate`.\n';
const COLUMNS = 110;

const readDocument = (): unknown => JSON.parse(readFileSync('openapi.json', 'utf8'));
const pascal = (id: string): string =>
  id.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase()).replaceAll(/\W/g, '');

/** Writes the types of one file. A type comes after the types it uses. */
type Types = { readonly lines: string[]; readonly names: Set<string> };

const textOf = (value: unknown): string => (typeof value === 'string' ? value.replaceAll('\\', '\\\\') : '');

/** A docstring of one line or more; nothing for an empty text. */
function docstring(text: string, indent: string): string {
  if (text === '') return '';
  const fitting = new RegExp(`\\S.{0,${COLUMNS - indent.length}}(?= |$)`, 'g');
  const lines = text.match(fitting) ?? [text];
  const end = lines.length > 1 ? `\n${indent}` : '';
  return `${indent}"""${lines.join(`\n${indent}`)}${end}"""\n`;
}

/** A schema's type. A nameless object becomes a type called `name`, written before the types that use it. */
function typeOf(types: Types, schema: Schema, name: string): string {
  const reference = nameOfReference(schema);
  if (reference !== null) return reference;
  if ('const' in schema) return `Literal["${String(schema['const'])}"]`;
  if (Array.isArray(schema['enum'])) return `Literal[${schema['enum'].map((each) => `"${each}"`).join(', ')}]`;
  const alternatives = schema['anyOf'];
  if (Array.isArray(alternatives)) return union(alternatives.map((each) => typeOf(types, recordAt(each), name)));
  // A schema without a type allows any value.
  if (schema['type'] === undefined) return 'object';
  const kinds = [schema['type']].flat();
  return union(kinds.map((kind) => simpleType(types, String(kind), schema, name)));
}

const union = (members: readonly string[]): string => [...new Set(members)].join(' | ');

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

function simpleType(types: Types, kind: string, schema: Schema, name: string): string {
  const simple = SIMPLE[kind];
  if (simple !== undefined) return simple;
  if (kind === 'array') return `list[${typeOf(types, recordAt(schema, 'items'), `${name}Item`)}]`;
  if (kind !== 'object') throw new Error(`Python has no type for ${kind}`);
  if (isRecord(schema['properties'])) return writeObject(types, schema, name);
  const values = schema['additionalProperties'];
  return isRecord(values) ? `dict[str, ${typeOf(types, values, `${name}Value`)}]` : 'JsonObject';
}

/**
 * Writes an object as a TypedDict. Python 3.10 has no NotRequired, so the optional members are in a separate class
 * above the required ones.
 */
function writeObject(types: Types, schema: Schema, name: string): string {
  if (types.names.has(name)) throw new Error(`Two types are called ${name}`);
  types.names.add(name);
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const members = Object.entries(recordAt(schema, 'properties')).map(([key, value]) => {
    const member = recordAt(value);
    const text = `    ${key}: ${typeOf(types, member, name + pascal(key))}\n${docstring(textOf(member['description']), '    ')}`;
    return { text, isRequired: required.includes(key) };
  });
  const mustBe = members.filter(({ isRequired }) => isRequired).map(({ text }) => text);
  const mayBe = members.filter(({ isRequired }) => !isRequired).map(({ text }) => text);
  const about = docstring(textOf(schema['description']), '    ');
  const base = mayBe.length > 0 && mustBe.length > 0 ? `_${name}Always` : 'TypedDict';
  if (base !== 'TypedDict') types.lines.push(`class ${base}(TypedDict):\n${mustBe.join('\n')}`);
  const total = mayBe.length > 0 ? ', total=False' : '';
  const body = mayBe.length > 0 ? mayBe : mustBe;
  types.lines.push(`class ${name}(${base}${total}):\n${[about, ...body].filter((each) => each !== '').join('\n')}`);
  return name;
}

/** The types of everything that operations take and return, keyed by operation name. */
function typesOf(operations: readonly Operation[], document: unknown) {
  const types: Types = { lines: [], names: new Set() };
  for (const [name, schema] of Object.entries(recordAt(document, 'components', 'schemas')))
    typeOf(types, recordAt(schema), name);
  const typed = operations.map((operation) => {
    const fields = (list: readonly Field[]) =>
      list.map((field) => ({ ...field, type: typeOf(types, field.schema, pascal(operation.id) + pascal(field.name)) }));
    return {
      ...operation,
      typedFields: fields([...operation.pathFields, ...operation.bodyFields, ...operation.queryFields]),
      type: typeOf(types, operation.result, `${pascal(operation.id)}Result`),
      rowType: operation.row && typeOf(types, operation.row, `${pascal(operation.id)}Row`),
    };
  });
  return { types, typed };
}

/** `types.py`: a TypedDict for each object that operations take or return. */
export function makePythonTypes(): string {
  const document = readDocument();
  const { types } = typesOf(operationsOf(document), document);
  return `${MADE}"""What operations take and answer, as JSON has it."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

JsonObject = dict[str, Any]
"""An object whose members are not the service's to say, such as the input of a tool."""


${types.lines.join('\n\n')}`;
}

type Typed = ReturnType<typeof typesOf>['typed'][number];

/** `operations.py`: the facts about each operation that the library needs at run time, and a method for each. */
export function makePythonOperations(): string {
  const document = readDocument();
  const { typed } = typesOf(operationsOf(document), document);
  return `${MADE}"""A method for each operation of the service, named as its documents name it."""

from __future__ import annotations

from typing import Any, Literal

from .._operation import Operation
from .._options import RequestOptions
from .._pages import Pages
from . import types
from .types import JsonObject

OPERATIONS: dict[str, Operation] = {
${typed.map(entryOf).join('')}}


class Operations:
    """What \`Toolyard\` inherits; how a request is made stands there."""

    def _ask(self, operation: str, params: dict[str, object], options: RequestOptions | None) -> Any:
        raise NotImplementedError

    def _list(self, operation: str, params: dict[str, object], options: RequestOptions | None) -> Pages[Any]:
        raise NotImplementedError
${typed.map((each) => methodOf(each, 'ask') + (each.rowType === null ? '' : methodOf(each, 'list'))).join('')}`;
}

const tuple = (fields: readonly Field[]): string =>
  `(${fields.map(({ name }) => `"${name}"${fields.length === 1 ? ',' : ''}`).join(', ')})`;

const entryOf = ({ id, method, path, kind, takesKey, credential, queryFields, bodyFields }: Operation): string =>
  `    "${id}": Operation(
        name="${id}",
        method="${method}",
        path="${path}",
        kind="${kind}",
        takes_key=${takesKey ? 'True' : 'False'},
        credential="${credential === 'apiKey' ? 'api_key' : 'token'}",
        query=${tuple(queryFields)},
        body=${tuple(bodyFields)},
    ),
`;

/** The types of `types.py` with their module prefix. Python's own types stay unchanged. */
const qualified = (type: string): string =>
  type.replaceAll(/"[^"]*"|\b[A-Z]\w*/g, (word) =>
    /^"|^(Literal|JsonObject|None)$/.test(word) ? word : `types.${word}`,
  );

function methodOf(operation: Typed, way: 'ask' | 'list'): string {
  const { id, summary, description, typedFields, type, rowType } = operation;
  const fields = typedFields.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
  const taken = fields.map((field) =>
    field.isRequired
      ? `        ${field.name}: ${qualified(field.type)},\n`
      : `        ${field.name}: ${qualified(field.type)} | None = None,\n`,
  );
  const name = way === 'ask' ? id : id.replace('list_', 'iter_');
  const said = way === 'ask' ? `${summary}. ${description}` : `${summary}, one after the other, in as many requests.`;
  const given = fields.map((field) => `            "${field.name}": ${field.name},\n`);
  return `
    def ${name}(
        self,
        *,
${taken.join('')}        options: RequestOptions | None = None,
    ) -> ${way === 'ask' ? qualified(type) : `Pages[${qualified(rowType ?? '')}]`}:
${docstring(textOf(said), '        ')}        params: dict[str, object] = {
${given.join('')}        }
        return self._${way}("${id}", params, options)
`;
}
