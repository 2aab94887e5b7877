import { MapperKind, mapSchema } from '@graphql-tools/utils';
import {
  defaultFieldResolver,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNullableType,
  isListType,
  OperationTypeNode,
} from 'graphql';
import { eventLoop } from '../../core/lib/eventLoopScheduler.ts';
import type { GraphqlContext } from '../context.ts';
import { LIST_ROWS } from '../points.ts';
import { TURN_ENTRIES } from './longTurn.ts';

/** Maximum entries of unpaged lists in one response: four times all tools of a stack. */
export const ENTRIES_MAX = 40_000;
/** Maximum entries of unpaged lists in one event of a subscription. Lower, because events are not charged. */
const EVENT_ENTRIES_MAX = 1_000;
/** Entries whose fields are resolved together. */
const AT_ONCE = 64;

/**
 * The same schema with a limit on unpaged lists, which are resolved in turns. Their length is unknown before they are
 * read, so complexity can't count it: one stack's tools under 14 aliases blocked the event loop for seconds. Tested by
 * `test/graphql/longLists.test.ts`.
 */
export const withLongLists = (schema: GraphQLSchema): GraphQLSchema =>
  mapSchema(schema, {
    [MapperKind.OBJECT_FIELD]: (field, _name, typeName) => {
      // Pages have at most 100 rows, and their points were counted.
      if (!isListType(getNullableType(field.type)) || typeName.endsWith('Connection')) return field;
      return { ...field, resolve: inTurns(field.resolve ?? defaultFieldResolver) };
    },
  });

type Resolver = GraphQLFieldResolver<unknown, GraphqlContext>;

const inTurns =
  (resolve: Resolver): Resolver =>
  (source, args, context, info) => {
    const value: unknown = resolve(source, args, context, info);
    return value instanceof Promise ? value.then((list) => spread(list, context, info)) : spread(value, context, info);
  };

/** Entries so far, by response: an operation's by its `spent`, or an event's by itself. */
const listed = new WeakMap<object, number>();

const isEvent = ({ operation }: GraphQLResolveInfo): boolean => operation.operation === OperationTypeNode.SUBSCRIPTION;

/** Number of list entries in an operation's response. */
export const entriesListed = (context: GraphqlContext): number => listed.get(context.spent) ?? 0;

/**
 * The object that identifies a response: an event itself, or the `spent` of an operation. The contexts of mutations
 * with an `Idempotency-Key` share `spent`.
 */
export const answerOf = ({ spent }: GraphqlContext, { rootValue }: GraphQLResolveInfo): object =>
  typeof rootValue === 'object' && rootValue !== null ? rootValue : spent;

function spread(list: unknown, context: GraphqlContext, info: GraphQLResolveInfo): unknown {
  if (!Array.isArray(list) || list.length <= LIST_ROWS) return list;
  const key = answerOf(context, info);
  const count = (listed.get(key) ?? 0) + list.length;
  listed.set(key, count);
  const countMax = isEvent(info) ? EVENT_ENTRIES_MAX : ENTRIES_MAX;
  if (count > countMax) {
    throw new GraphQLError(
      `The response lists ${count} entries, more than ${countMax}: request fewer lists at a time`,
      {
        extensions: { code: 'QUERY_TOO_COMPLEX', cost: { requested: count, maximum: countMax } },
      },
    );
  }
  if (list.length <= AT_ONCE) return list;
  return entriesInTurns(list, context, count > TURN_ENTRIES && !isEvent(info));
}

/**
 * Yields entries as the executor requests them, in the owner's turn. Not an array of promises: ten thousand of them
 * take a long turn, and live until the whole response is complete.
 */
async function* entriesInTurns(
  list: readonly unknown[],
  { app: { actor }, turn }: GraphqlContext,
  isLong: boolean,
): AsyncGenerator<unknown> {
  if (isLong) await turn.acquire();
  const owner = actor.accountId ?? '';
  for (const [at, entry] of list.entries()) {
    if (at > 0 && at % AT_ONCE === 0) await eventLoop.yieldIfBusy(owner);
    yield entry;
  }
}
