import { readFileSync } from 'node:fs';
import { isRecord } from '../../src/core/lib/json.ts';
import {
  type Field,
  formatParameterOf,
  nameOfReference,
  type Operation,
  operationsOf,
  recordAt,
  type Schema,
} from './operations.ts';

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
    const typedFields = fields([...operation.pathFields, ...operation.bodyFields, ...operation.queryFields]);
    return {
      ...operation,
      // Python needs the parameters without a default first.
      typedFields: typedFields.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired)),
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

from typing import Any, Literal, overload

from .. import formats
from .._operation import Operation
from .._options import RequestOptions
from .._pages import Pages
from . import types
from .types import JsonObject

OPERATIONS: dict[str, Operation] = {
${typed.map(entryOf).join('')}}


class Operations:
    """The base class of \`Toolyard\`, which sends the requests."""

    def _ask(self, operation: str, params: dict[str, object], options: RequestOptions | None) -> Any:
        raise NotImplementedError

    def _list(self, operation: str, params: dict[str, object], options: RequestOptions | None) -> Pages[Any]:
        raise NotImplementedError
${methodsOf(typed, SYNC)}`;
}

/** `async_operations.py`: the same methods for asyncio. */
export function makePythonAsyncOperations(): string {
  const document = readDocument();
  const { typed } = typesOf(operationsOf(document), document);
  return `${MADE}"""A method for each operation of the service, for asyncio."""

from __future__ import annotations

from typing import Any, Literal, overload

from .. import formats
from .._async_pages import AsyncPages
from .._options import RequestOptions
from . import types
from .types import JsonObject


class AsyncOperations:
    """The base class of \`AsyncToolyard\`, which sends the requests."""

    async def _ask(self, operation: str, params: dict[str, object], options: RequestOptions | None) -> Any:
        raise NotImplementedError

    def _list(self, operation: str, params: dict[str, object], options: RequestOptions | None) -> AsyncPages[Any]:
        raise NotImplementedError
${methodsOf(typed, ASYNC)}`;
}

const tuple = (fields: readonly Field[]): string =>
  `(${fields.map(({ name }) => `"${name}"${fields.length === 1 ? ',' : ''}`).join(', ')})`;

const entryOf = ({ id, method, path, kind, acceptsKey, credential, queryFields, bodyFields }: Operation): string =>
  `    "${id}": Operation(
        name="${id}",
        method="${method}",
        path="${path}",
        kind="${kind}",
        accepts_key=${acceptsKey ? 'True' : 'False'},
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

/** How the methods of a client are written. */
type Style = { readonly def: string; readonly await: string; readonly pages: string };
const SYNC: Style = { def: 'def', await: '', pages: 'Pages' };
const ASYNC: Style = { def: 'async def', await: 'await ', pages: 'AsyncPages' };

const methodsOf = (typed: readonly Typed[], style: Style): string =>
  typed.map((each) => overloadsOf(each, style) + askOf(each, style) + listOf(each, style)).join('');

/** The type of an operation's data by its format, in `formats.py`. */
const FORMATS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  schema: {
    default: 'DefaultTools',
    openai: 'OpenAiTools',
    openai_strict: 'OpenAiTools',
    openai_responses: 'OpenAiResponsesTools',
    anthropic: 'AnthropicTools',
    gemini: 'GeminiTools',
    mcp: 'McpTools',
    vercel: 'VercelTools',
    langchain: 'LangChainTools',
  },
  result: {
    default: 'Result',
    openai: 'OpenAiResult',
    openai_responses: 'OpenAiResponsesResult',
    anthropic: 'AnthropicResult',
    gemini: 'GeminiResult',
  },
};
/** The lists of tools without a format. */
const OWN: Readonly<Record<string, string>> = { list_tools: 'StackTools', list_stack_tools: 'DefaultTools' };

/** One overload per format, one without a format, and one for a format that only the running program knows. */
function overloadsOf(operation: Typed, style: Style): string {
  const format = formatParameterOf(operation);
  if (format === null) return '';
  const made = (type: string, value: string) =>
    `\n    @overload\n${signatureOf(operation, `${style.def} ${operation.id}`, type, { [format.name]: value })} ...\n`;
  const many = operation.type === 'BatchResults' ? 's' : '';
  const own = OWN[operation.id] ?? operation.type;
  const chosen = Object.entries(FORMATS[format.name] ?? {}).map(([name, type]) =>
    made(`formats.${type === 'Result' ? operation.type : type + many}`, `Literal["${name}"]`),
  );
  const values = operation.typedFields.find(({ name }) => name === format.name)?.type ?? '';
  const any = format.name === 'schema' ? 'formats.AnyTools' : `formats.AnyResult${many}`;
  return made(`formats.${own}`, 'None = None') + chosen.join('') + made(any, values);
}

/** The head of a method, such as `def list_tools`; `given` replaces the types of fields. */
function signatureOf(
  { typedFields }: Typed,
  method: string,
  returned: string,
  overrides: Readonly<Record<string, string>> = {},
): string {
  const parameters = typedFields.map(({ name, type, isRequired }) => {
    const written = overrides[name] ?? (isRequired ? qualified(type) : `${qualified(type)} | None = None`);
    return `        ${name}: ${written},\n`;
  });
  return `    ${method}(
        self,
        *,
${parameters.join('')}        options: RequestOptions | None = None,
    ) -> ${returned}:`;
}

const paramsOf = ({ typedFields }: Typed): string => `        params: dict[str, object] = {
${typedFields.map(({ name }) => `            "${name}": ${name},\n`).join('')}        }
`;

function askOf(operation: Typed, style: Style): string {
  const { id, summary, description, type } = operation;
  const returned = formatParameterOf(operation) === null ? qualified(type) : 'Any';
  return `
${signatureOf(operation, `${style.def} ${id}`, returned)}
${docstring(textOf(`${summary}. ${description}`), '        ')}${paramsOf(operation)}        return ${style.await}self._ask("${id}", params, options)
`;
}

function listOf(operation: Typed, { pages }: Style): string {
  const { id, summary, rowType } = operation;
  if (rowType === null) return '';
  return `
${signatureOf(operation, `def ${id.replace('list_', 'iter_')}`, `${pages}[${qualified(rowType)}]`)}
${docstring(textOf(`${summary}, one after the other, in as many requests.`), '        ')}${paramsOf(operation)}        return self._list("${id}", params, options)
`;
}
