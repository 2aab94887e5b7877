import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { formatParameterOf, type Operation, operationsOf, recordAt } from './operations.ts';

const MADE = '// Made from openapi.json by `npm run generate`.\n';
const CLI = 'clients/typescript/node_modules/openapi-typescript/bin/cli.js';

const camel = (id: string): string => id.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The library's types: successful responses, without headers and examples. */
function reduced(document: unknown): unknown {
  const schemasAlone = JSON.parse(
    JSON.stringify(document, (key, value) => (['headers', 'example', 'examples'].includes(key) ? undefined : value)),
  );
  for (const item of Object.values(recordAt(schemasAlone, 'paths')))
    for (const method of Object.keys(recordAt(item))) {
      const responses: Record<string, unknown> = recordAt(item, method, 'responses');
      for (const status of Object.keys(responses)) if (status !== '200') delete responses[status];
    }
  const { responses: _, ...components } = recordAt(schemasAlone, 'components');
  return { ...recordAt(schemasAlone), components };
}

/** `schema.ts`: request and response types, by openapi-typescript. */
export function makeTypeScriptSchema(): string {
  const input = JSON.stringify(reduced(JSON.parse(readFileSync('openapi.json', 'utf8'))));
  // A default replaces an absent value, so callers may omit it.
  const args = [CLI, '--default-non-nullable=false'];
  return MADE + execFileSync(process.execPath, args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'inherit'] });
}

/** `operations.ts`: the facts about each operation that the library needs at run time, and a method for each. */
export function makeTypeScriptOperations(): string {
  const operations = operationsOf(JSON.parse(readFileSync('openapi.json', 'utf8')));
  return `${MADE}import type { Choice, Data, Format } from '../formats.ts';
import type { Options, Params, Row, OperationSpec } from '../types.ts';
import type { Pages } from '../pages.ts';
import type { operations } from './schema.ts';

/** The request that each operation sends. */
export const OPERATIONS = {
${operations.map(entryOf).join('\n')}
} as const satisfies Readonly<Record<keyof operations, OperationSpec>>;

/** A method for each operation of the service, named as its documents name it. */
export abstract class Operations {
  protected abstract ask<T>(id: keyof operations, params: object, options?: Options): Promise<T>;
  protected abstract list<Id extends keyof operations>(id: Id, params: object, options?: Options): Pages<Row<Id>>;
${operations.map((each) => methodOf(each) + iteratorOf(each)).join('')}}
`;
}

const listOf = (names: readonly { readonly name: string }[]): string =>
  `[${names.map(({ name }) => `'${name}'`).join(', ')}]`;

const entryOf = ({ id, method, path, kind, acceptsKey, credential, queryFields, bodyFields }: Operation): string =>
  `  ${id}: {
    method: '${method}',
    path: '${path}',
    kind: '${kind}',
    acceptsKey: ${acceptsKey},
    credential: '${credential}',
    query: ${listOf(queryFields)},
    body: ${listOf(bodyFields)},
  },`;

/** Whether an operation can be called without any value. */
const isBare = ({ pathFields, queryFields, bodyFields }: Operation): boolean =>
  ![...pathFields, ...queryFields, ...bodyFields].some(({ isRequired }) => isRequired);

const paramsOf = (operation: Operation): string =>
  `params: Params<'${operation.id}'>${isBare(operation) ? ' = {}' : ''}`;

function methodOf(operation: Operation): string {
  const { id, summary, description } = operation;
  const hasFormats = formatParameterOf(operation) !== null;
  const typeParameter = hasFormats ? `<Chosen extends Format<'${id}'> = undefined>` : '';
  const params = hasFormats ? `params: Params<'${id}'> & Choice<'${id}', Chosen>` : paramsOf(operation);
  const data = hasFormats ? `Data<'${id}', Chosen>` : `Data<'${id}'>`;
  return `
  /** ${summary}. ${description} */
  ${camel(id)}${typeParameter}(${params}, options?: Options): Promise<${data}> {
    return this.ask('${id}', params, options);
  }
`;
}

function iteratorOf(operation: Operation): string {
  if (operation.row === null) return '';
  return `
  /** ${operation.summary}, one after the other; \`limit\` says how many come in one request. */
  ${camel(operation.id.replace('list_', 'iterate_'))}(${paramsOf(operation)}, options?: Options): Pages<Row<'${operation.id}'>> {
    return this.list('${operation.id}', params, options);
  }
`;
}
