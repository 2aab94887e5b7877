import { MapperKind, mapSchema } from '@graphql-tools/utils';
import { defaultFieldResolver, type GraphQLFieldResolver, type GraphQLResolveInfo, type GraphQLSchema } from 'graphql';
import { getGraphQLRateLimiter } from 'graphql-rate-limit';
import { charge, limitSubject } from '../../core/limits/charge.ts';
import type { LimitState } from '../../core/limits/limiter.ts';
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
 * Charges before every root field, so that each alias costs as much as a request. @throws for a root field without
 * `extensions.limitClass`
 */
export function chargeRootFields(schema: GraphQLSchema): GraphQLSchema {
  return mapSchema(schema, {
    [MapperKind.ROOT_FIELD]: (field, name, typeName) => {
      const limitClass = field.extensions?.['limitClass'];
      if (!isLimitClass(limitClass)) throw new Error(`The root field ${name} declares no limit class`);
      // A subscription is charged once, not per event.
      if (typeName === schema.getSubscriptionType()?.name) {
        return { ...field, subscribe: charged(field.subscribe ?? defaultFieldResolver, limitClass) };
      }
      const resolve = charged(field.resolve ?? defaultFieldResolver, limitClass);
      return { ...field, resolve: typeName === schema.getMutationType()?.name ? withKey(resolve) : resolve };
    },
  });
}

function charged(resolve: Resolver, limitClass: FieldLimitClass): Resolver {
  return async (root, args, context, info) => {
    try {
      await chargeField(context, limitClass, info);
      return await resolve(root, args, context, info);
    } catch (error) {
      return rateLimitedAsData(error, info);
    }
  };
}

/** Passes the request's `Idempotency-Key` to each mutation; two of one request differ by name. */
const withKey =
  (resolve: Resolver): Resolver =>
  (root, args, context, info) => {
    const { app, idempotencyKey: key } = context;
    if (key === null) return resolve(root, args, context, info);
    const once = { key, part: String(info.path.key), asked: [info.fieldName, args] };
    return resolve(root, args, { ...context, app: { ...app, once } }, info);
  };

// The library reads a counter and writes it back later, which lets concurrent calls through. So the store given to it
// reserves atomically when it reads, and ignores the write.
async function chargeField(context: GraphqlContext, limitClass: FieldLimitClass, info: GraphQLResolveInfo) {
  const { app, spent } = context;
  const store = {
    getForIdentity: async () => {
      const state = await reserve(context, limitClass);
      spent.charged.push(state);
      if (!state.isAllowed) throw rateLimited(state, app.now(), app.actor);
      return [];
    },
    setForIdentity: () => undefined,
  };
  const limiter = getGraphQLRateLimiter({ identifyContext: () => limitSubject(app), store });
  await limiter({ parent: null, args: {}, context, info }, { max: 1, window: '60s' });
}

const reserve = ({ app, visit }: GraphqlContext, limitClass: FieldLimitClass): Promise<LimitState> =>
  limitClass === 'sign_in' ? app.limiter.reserve(limitClass, visit.address) : charge(app, limitClass);
