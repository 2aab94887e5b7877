import SchemaBuilder, { type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import { PothosComplexityPlugin } from '@pothos/plugin-complexity';
import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql';
import type { Spent } from './execution/cost.ts';
import { type LongTurn, TURN_POINTS } from './execution/longTurn.ts';

/** The plugin's name. */
export const NOTED_COMPLEXITY = 'notedComplexity';

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      notedComplexity: NotedComplexity<Types>;
    }
  }
}

type Context = { readonly spent?: Spent; readonly turn?: LongTurn };

/**
 * Checks an operation's complexity and records its points for `extensions.cost`, which the plugin reports only on
 * refusal. A costly operation waits for its turn among the account's long answers before it reads anything.
 */
class NotedComplexity<Types extends SchemaTypes> extends PothosComplexityPlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const inTurn: typeof resolve = (parent, args, context: Types['Context'] & Context, info) => {
      const waiting = (context.spent?.points ?? 0) < TURN_POINTS ? null : context.turn?.take();
      return waiting ? waiting.then(() => resolve(parent, args, context, info)) : resolve(parent, args, context, info);
    };
    return super.wrapResolve(field.kind === 'Query' || field.kind === 'Mutation' ? inTurn : resolve, field);
  }

  override checkComplexity(context: Types['Context'] & Context, info: GraphQLResolveInfo): void {
    if (context.spent) context.spent.points = this.complexityCache(context, info).complexity;
    super.checkComplexity(context, info);
  }
}

type Plugin = Parameters<typeof SchemaBuilder.registerPlugin<typeof NOTED_COMPLEXITY>>[1];

/** Boundary: the plugin's types are made without `exactOptionalPropertyTypes`, so a subclass of it does not fit. */
const asPlugin = (plugin: unknown): Plugin => plugin as Plugin;

SchemaBuilder.registerPlugin(NOTED_COMPLEXITY, asPlugin(NotedComplexity));
