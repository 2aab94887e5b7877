import SchemaBuilder, { type SchemaTypes } from '@pothos/core';
import { PothosComplexityPlugin } from '@pothos/plugin-complexity';
import type { GraphQLResolveInfo } from 'graphql';
import type { Spent } from './execution/cost.ts';

/** The plugin's name. */
export const NOTED_COMPLEXITY = 'notedComplexity';

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      notedComplexity: NotedComplexity<Types>;
    }
  }
}

/**
 * Checks an operation's complexity and notes its points, for `extensions.cost`: the plugin tells them only when it
 * refuses.
 */
class NotedComplexity<Types extends SchemaTypes> extends PothosComplexityPlugin<Types> {
  override checkComplexity(context: Types['Context'] & { readonly spent?: Spent }, info: GraphQLResolveInfo): void {
    if (context.spent) context.spent.points = this.complexityCache(context, info).complexity;
    super.checkComplexity(context, info);
  }
}

type Plugin = Parameters<typeof SchemaBuilder.registerPlugin<typeof NOTED_COMPLEXITY>>[1];

/** Boundary: the plugin's types are made without `exactOptionalPropertyTypes`, so a subclass of it does not fit. */
const asPlugin = (plugin: unknown): Plugin => plugin as Plugin;

SchemaBuilder.registerPlugin(NOTED_COMPLEXITY, asPlugin(NotedComplexity));
