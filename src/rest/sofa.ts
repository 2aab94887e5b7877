import { GraphQLError } from 'graphql';
import { useSofa } from 'sofa-api';
import type { Ctx } from '../core/context.ts';
import { memoize } from '../core/lib/memoize.ts';
import { writeSegment } from './builder.ts';
import { isResourceOperation, RESOURCE_OPERATIONS, type ResourceOperationId, routePath } from './operations.ts';
import type { Body } from './request.ts';
import { restSchema } from './schema.ts';

const BASE_PATH = '/v1';
// SOFA sees only addresses built here. URL parsers require the host.
const ORIGIN = 'http://sofa.invalid';

export type ResourceCall = {
  readonly ctx: Ctx;
  readonly operation: ResourceOperationId;
  /** Decoded path values by placeholder. */
  readonly params: Readonly<Record<string, string>>;
  readonly body: Body;
};

/** Runs a resource operation and returns its JSON text. @throws the verb's error */
export type RunResource = (call: ResourceCall) => Promise<string>;

/** Builds SOFA's routes with exactly the documented methods and paths, once for all services of a process. */
export const openResources: () => RunResource = memoize(() => {
  // SOFA handles errors itself. The original error is kept here for `wire/errors.ts`, which knows the statuses.
  const errors = new WeakMap<Response, unknown>();
  const sofa = useSofa({
    basePath: BASE_PATH,
    schema: restSchema,
    routes: routes(),
    errorHandler: (thrown) => {
      const answer = emptyAnswer();
      errors.set(answer, originalOf(thrown[0]));
      return answer;
    },
  });
  return async ({ ctx, operation, params, body }) => {
    const answer = await sofa.fetch(requestFor(operation, params), { ctx, body });
    if (errors.has(answer)) throw errors.get(answer);
    return answer.text();
  };
});

type Answer = ReturnType<NonNullable<Parameters<typeof useSofa>[0]['errorHandler']>>;

/** An empty response in SOFA's own type, which differs from Node's in the type of a missing header. */
const emptyAnswer = (): Answer => new Response(null, { status: 500 }) as Answer;

const originalOf = (error: unknown): unknown =>
  error instanceof GraphQLError ? (error.originalError ?? error) : error;

function requestFor(id: ResourceOperationId, params: ResourceCall['params']): Request {
  const { method, path } = RESOURCE_OPERATIONS[id];
  const url = ORIGIN + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => writeSegment(params[name] ?? ''));
  return new Request(url, { method });
}

/** The routes of all fields. Startup fails if a field has none, because SOFA would invent an address for it. */
function routes() {
  const rootTypes = [restSchema.getQueryType(), restSchema.getMutationType()].flatMap((type) => type ?? []);
  const fields = rootTypes.flatMap((type) => Object.keys(type.getFields()).map((field) => ({ type, field })));
  if (fields.length !== Object.keys(RESOURCE_OPERATIONS).length) throw new Error('Fields and operations differ');
  return Object.fromEntries(
    fields.map(({ type, field }) => {
      if (!isResourceOperation(field)) throw new Error(`The field ${field} has no operation`);
      const { method, path } = RESOURCE_OPERATIONS[field];
      return [`${type.name}.${field}`, { method, path: routePath(path.slice(BASE_PATH.length)) }];
    }),
  );
}
