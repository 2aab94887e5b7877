import { describe, expect, it } from 'vitest';
import { importOpenApi } from '../../../src/connectors/openapi/readTools.ts';
import { isJsonObject, type JsonObject } from '../../../src/core/lib/json.ts';
import { compileInputValidator } from '../../../src/core/schemas/validate.ts';

/** The schema that most references of these tests lead to. */
export const WHOLE = { type: 'integer' };

/** A schema `a` with a reference, the rest of the document, and valid and invalid inputs. */
export type Case = {
  readonly a: JsonObject;
  readonly schemas?: JsonObject;
  readonly source?: string;
  readonly good?: unknown;
  readonly bad?: unknown;
};

/** A document of two operations that take `a`: one in the body, one in the query. */
export const documentOf = ({ a, schemas = {} }: Case, openapi = '3.1.0'): JsonObject => ({
  openapi,
  info: { title: 'T', version: '1' },
  servers: [{ url: 'https://api.test' }],
  components: { schemas },
  paths: {
    '/x': {
      post: {
        operationId: 'x',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { type: 'object', properties: { a } } } },
        },
      },
      get: { operationId: 'y', parameters: [{ name: 'a', in: 'query', schema: a }] },
    },
  },
});

/** Why an input is refused. */
export const issuesOf = (schema: unknown, a: unknown) =>
  compileInputValidator(isJsonObject(schema) ? schema : {})({ a }).map(({ message }) => message);

/** Tries the cases with each operation. */
export function tryCases(cases: Readonly<Record<string, Case>>): void {
  describe.each(['x', 'y'])('the operation %s follows a reference', (name) => {
    it.each(Object.entries(cases))('by %s', (_name, options) => expectFollowed(name, options));
  });
}

function expectFollowed(name: string, options: Case): void {
  const { source, good = 1 } = options;
  const { document, warnings } = importOpenApi(documentOf(options), source === undefined ? {} : { source });
  const schema = document.tools.find((tool) => tool.name === name)?.inputSchema;
  expect(issuesOf(schema, good)).toEqual([]);
  const wrong = 'bad' in options ? options.bad : 'x';
  if (wrong !== undefined) expect(issuesOf(schema, wrong)).not.toEqual([]);
  expect(warnings).toHaveLength(wrong === undefined ? 1 : 0);
}
