import { MapperKind, mapSchema } from '@graphql-tools/utils';
import { defaultFieldResolver, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import { AppError } from '../../core/lib/errors.ts';
import type { GraphqlContext } from '../context.ts';

type Resolver = GraphQLFieldResolver<unknown, GraphqlContext>;

const MESSAGE = 'Use first with after, or last with before, but not both';

/** Makes every list of a schema refuse `first` together with `last`, because no page could satisfy both. */
export const withPageEnds = (schema: GraphQLSchema): GraphQLSchema =>
  mapSchema(schema, {
    [MapperKind.OBJECT_FIELD]: (field) => {
      const { first, last } = field.args ?? {};
      return first && last ? { ...field, resolve: ofOneEnd(field.resolve ?? defaultFieldResolver) } : field;
    },
  });

const isGiven = (value: unknown): boolean => value !== null && value !== undefined;

const ofOneEnd =
  (resolve: Resolver): Resolver =>
  (root, args, context, info) => {
    if (isGiven(args['first']) && isGiven(args['last']))
      throw new AppError('invalid_input', MESSAGE, { issues: [{ path: '/last', message: MESSAGE }] });
    return resolve(root, args, context, info);
  };
