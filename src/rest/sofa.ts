import {
  GraphQLError,
  type GraphQLFieldConfig,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
} from 'graphql';
import { useSofa } from 'sofa-api';
import type { Ctx } from '../core/kernel/context.ts';
import { memoize } from '../core/lib/memoize.ts';
import type { Operation } from './operation.ts';
import { OPERATIONS, routePath } from './operations.ts';
import type { Body } from './request.ts';

const BASE_PATH = '/v1';
// SOFA sees only addresses built here. URL parsers require the host.
const ORIGIN = 'http://sofa.invalid';

type ResourceCall = {
  readonly ctx: Ctx;
  readonly operation: Operation;
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
    schema: new GraphQLSchema({ query: rootOf('Query'), mutation: rootOf('Mutation') }),
    routes: Object.fromEntries(
      OPERATIONS.filter(({ run }) => run).map(({ id, method, path }) => [
        `${rootName(method)}.${id}`,
        { method, path: routePath(path.slice(BASE_PATH.length)) },
      ]),
    ),
    errorHandler: (thrown) => {
      const answer = emptyAnswer();
      const error = thrown[0];
      errors.set(answer, error instanceof GraphQLError ? (error.originalError ?? error) : error);
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

function requestFor({ method, path }: Operation, params: ResourceCall['params']): Request {
  // Inserts a path value into SOFA's address, because URL parsers resolve a bare `..` as a parent directory.
  const url =
    ORIGIN + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(JSON.stringify(params[name] ?? '')));
  return new Request(url, { method });
}

/** A path value. SOFA serialises variables before it passes them on, so only `parseValue` decodes. */
const PathSegment = new GraphQLScalarType({
  name: 'PathSegment',
  serialize: (value) => value,
  parseValue: (value): string => {
    const segment: unknown = JSON.parse(String(value));
    if (typeof segment !== 'string') throw new TypeError('A path segment must be a string');
    return segment;
  },
});

/** A body, which `run` returns in its documented form. */
const Json = new GraphQLScalarType({ name: 'Json', serialize: (value) => value });

const rootName = (method: Operation['method']) => (method === 'GET' ? 'Query' : 'Mutation');

/** Carries the parsed body past SOFA, which would serialise and parse it again. */
type Context = { readonly ctx: Ctx; readonly body: Body };
type Field = GraphQLFieldConfig<unknown, Context, Readonly<Record<string, string>>>;

/** A root type of SOFA's schema, with a field for each operation that has `run`. Never served as GraphQL. */
const rootOf = (name: ReturnType<typeof rootName>) =>
  new GraphQLObjectType<unknown, Context>({
    name,
    fields: Object.fromEntries(
      OPERATIONS.flatMap(({ id, method, parameters, run }) => {
        if (!run || rootName(method) !== name) return [];
        const names = Object.keys(parameters);
        const field: Field = {
          type: new GraphQLNonNull(Json),
          args: Object.fromEntries(names.map((each) => [each, { type: new GraphQLNonNull(PathSegment) }])),
          resolve: (_root, params, { ctx, body }) => run(ctx, params, body),
        };
        return [[id, field]];
      }),
    ),
  });
