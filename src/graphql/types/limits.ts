import { collectFields, MapperKind, mapSchema } from '@graphql-tools/utils';
import { defaultFieldResolver, type GraphQLFieldResolver, type GraphQLResolveInfo, type GraphQLSchema } from 'graphql';
import { charge } from '../../core/limits/charge.ts';
import { ACCOUNT_LIMIT_CLASSES } from '../../core/limits/list.ts';
import { rateLimited } from '../../core/limits/rateLimited.ts';
import type { GraphqlContext } from '../context.ts';
import { rateLimitedAsData } from '../rateLimitedError.ts';

/** `sign_in` is counted per network; the other classes per account. */
const FIELD_LIMIT_CLASSES = [...ACCOUNT_LIMIT_CLASSES, 'sign_in'] as const;
type FieldLimitClass = (typeof FIELD_LIMIT_CLASSES)[number];
type Resolver = GraphQLFieldResolver<unknown, GraphqlContext>;

const isLimitClass = (value: unknown): value is FieldLimitClass =>
  FIELD_LIMIT_CLASSES.some((limitClass) => limitClass === value);

/**
 * Charges each operation before its first root field runs. @throws for a root field without `extensions.limitClass`
 */
export function chargeRootFields(schema: GraphQLSchema): GraphQLSchema {
  return mapSchema(schema, {
    [MapperKind.ROOT_FIELD]: (field, name, typeName) => {
      const limitClass = field.extensions?.['limitClass'];
      if (!isLimitClass(limitClass)) throw new Error(`The root field ${name} declares no limit class`);
      // A subscription is charged once, not per event.
      if (typeName === schema.getSubscriptionType()?.name) {
        return { ...field, subscribe: charged(field.subscribe ?? defaultFieldResolver) };
      }
      const resolve = charged(field.resolve ?? defaultFieldResolver);
      return { ...field, resolve: typeName === schema.getMutationType()?.name ? withKey(resolve) : resolve };
    },
  });
}

function charged(resolve: Resolver): Resolver {
  return async (root, args, context, info) => {
    try {
      // Charges the whole operation before its first field runs: one request if it has a field of the class `default`,
      // and one for each other field.
      context.spent.admission ??= chargeOperation(context, info);
      await context.spent.admission;
      return await resolve(root, args, context, info);
    } catch (error) {
      return rateLimitedAsData(error, info);
    }
  };
}

/** Passes the request's `Idempotency-Key` to each mutation; two mutations in one request are distinguished by name. */
const withKey =
  (resolve: Resolver): Resolver =>
  (root, args, context, info) => {
    const { app, idempotencyKey: key } = context;
    if (key === null) return resolve(root, args, context, info);
    const idempotency = { key, part: String(info.path.key), request: [info.fieldName, args] };
    return resolve(root, args, { ...context, app: { ...app, idempotency } }, info);
  };

async function chargeOperation(context: GraphqlContext, info: GraphQLResolveInfo): Promise<void> {
  const { app, spent } = context;
  for (const [limitClass, points] of pointsByClass(info)) {
    const state = await (limitClass === 'sign_in'
      ? context.app.limiter.reserve(limitClass, context.visit.address, undefined, points)
      : charge(context.app, limitClass, points));
    spent.charged.push({ ...state, points });
    if (state.isAllowed) continue;
    spent.refusal = rateLimited(state, app.now(), app.actor);
    throw spent.refusal;
  }
}

function pointsByClass(info: GraphQLResolveInfo): ReadonlyMap<FieldLimitClass, number> {
  const points = new Map<FieldLimitClass, number>();
  const { schema, fragments, variableValues, parentType, operation } = info;
  const variables = { coerced: variableValues, sources: {} };
  const { fields } = collectFields(schema, fragments, variables, parentType, operation.selectionSet);
  // Nodes with the same key in the response are one field.
  for (const [node] of fields.values()) {
    const limitClass = node && parentType.getFields()[node.name.value]?.extensions['limitClass'];
    if (!isLimitClass(limitClass)) continue;
    points.set(limitClass, limitClass === 'default' ? 1 : (points.get(limitClass) ?? 0) + 1);
  }
  return points;
}
