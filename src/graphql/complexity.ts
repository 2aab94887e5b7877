import SchemaBuilder, { type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import { PothosComplexityPlugin } from '@pothos/plugin-complexity';
import { GraphQLError, type GraphQLFieldResolver, type GraphQLResolveInfo, OperationTypeNode } from 'graphql';
import { isRecord } from '../core/lib/json.ts';
import { STATUS } from '../wire/errors.ts';
import { COMPLEXITY_MAX, type Spent } from './execution/cost.ts';
import { type LongTurn, TURN_POINTS } from './execution/longTurn.ts';
import { pageComplexity } from './paging.ts';
import { pointsBelow, pointsOfOperation } from './points.ts';

/** The plugin's name. */
export const NOTED_COMPLEXITY = 'notedComplexity';

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      notedComplexity: NotedComplexity<Types>;
    }
  }
}

/** A query with more points than this is refused without counting its rows. */
const MEASURED_MAX = 10 * COMPLEXITY_MAX;

type Context = { readonly spent?: Spent; readonly turn?: LongTurn };
type Resolver<Types extends SchemaTypes> = GraphQLFieldResolver<unknown, Types['Context'] & Context, object>;

/**
 * Checks an operation's complexity and records its points for `extensions.cost`. A query with potentially large pages
 * is charged for the returned rows. A costly operation waits for its turn among the account's long responses before it
 * reads anything.
 */
class NotedComplexity<Types extends SchemaTypes> extends PothosComplexityPlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const counted = field.extensions?.['complexity'] === pageComplexity ? measured<Types>(resolve) : resolve;
    const inTurn: Resolver<Types> = (parent, args, context, info) => {
      const waiting = (context.spent?.points ?? 0) < TURN_POINTS ? null : context.turn?.acquire();
      return waiting ? waiting.then(() => counted(parent, args, context, info)) : counted(parent, args, context, info);
    };
    return super.wrapResolve(field.kind === 'Query' || field.kind === 'Mutation' ? inTurn : counted, field);
  }

  override checkComplexity(context: Types['Context'] & Context, info: GraphQLResolveInfo): void {
    const { spent } = context;
    if (!spent) return;
    if (spent.points === 0) spent.points = pointsOfOperation(info);
    if (spent.points <= COMPLEXITY_MAX) return;
    const isMeasured = info.operation.operation === OperationTypeNode.QUERY && spent.points <= MEASURED_MAX;
    if (!isMeasured) throw refuse(spent, spent.points);
    spent.measured ??= pointsOfOperation(info, false);
  }
}

/** Reserves points for the maximum rows of a page, then returns the points of missing rows. */
const measured =
  <Types extends SchemaTypes>(resolve: Resolver<Types>): Resolver<Types> =>
  async (parent, args, context, info) => {
    const { spent } = context;
    if (!spent || spent.measured === null) return resolve(parent, args, context, info);
    const { multiplier: rows } = pageComplexity(args);
    const each = pointsBelow(info);
    spent.measured += rows * each;
    if (spent.measured > COMPLEXITY_MAX) throw refuse(spent, spent.measured);
    const page: unknown = await resolve(parent, args, context, info);
    const edges = isRecord(page) ? page['edges'] : null;
    if (Array.isArray(edges)) spent.measured -= Math.max(0, rows - edges.length) * each;
    return page;
  };

/** The error of an operation that costs too much. It is for the whole operation, whose response has no data. */
function refuse(spent: Spent, points: number): Error {
  spent.refusal ??= new GraphQLError(
    `The operation costs ${points}, more than ${COMPLEXITY_MAX}: request smaller pages`,
    {
      extensions: {
        code: 'QUERY_TOO_COMPLEX',
        cost: { requested: points, maximum: COMPLEXITY_MAX },
        http: { status: STATUS.invalid_input },
      },
    },
  );
  return spent.refusal;
}

type Plugin = Parameters<typeof SchemaBuilder.registerPlugin<typeof NOTED_COMPLEXITY>>[1];

/**
 * Boundary: the plugin's types are compiled without `exactOptionalPropertyTypes`, so a subclass does not match them.
 */
const asPlugin = (plugin: unknown): Plugin => plugin as Plugin;

SchemaBuilder.registerPlugin(NOTED_COMPLEXITY, asPlugin(NotedComplexity));
