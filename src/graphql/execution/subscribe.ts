import { type ExecutionResult, type FormattedExecutionResult, GraphQLError, getOperationAST } from 'graphql';
import { isAsyncIterable, type YogaServerInstance } from 'graphql-yoga';
import { STATUS } from '../../wire/errors.ts';
import type { HttpDeps } from '../../wire/httpDeps.ts';
import type { GraphqlContext } from '../context.ts';
import { type GraphqlRequest, operationIn } from './body.ts';
import { settle, withCost, withEventCost } from './cost.ts';
import { CODES } from './errorExtensions.ts';
import { withoutStatus } from './formattedErrors.ts';
import { maskError } from './mask.ts';
import { withoutQuotedValues } from './quotedValues.ts';
import type { DocumentRefusal } from './trustedDocuments.ts';

type Yoga = YogaServerInstance<GraphqlContext, object>;

/** The events, until the context's signal aborts or they end; or a result that explains why there are none. */
type Subscribed = AsyncIterable<FormattedExecutionResult> | ExecutionResult;

const invalid = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: CODES.invalid_input, http: { status: STATUS.invalid_input } } });

/** The error of a document that is not executed. */
export const refusedDocument = ({ code, message }: DocumentRefusal): GraphQLError =>
  new GraphQLError(message, { extensions: { code, http: { status: STATUS.invalid_input, spec: true } } });

/**
 * Starts subscriptions for multiplexed connections. A document passes the same plugins as in Yoga, which answers single
 * subscription requests; `test/graphql/webSocket.test.ts` compares both.
 */
export function createSubscriber(
  edge: HttpDeps,
  yoga: Yoga,
): (request: GraphqlRequest, context: GraphqlContext) => Promise<Subscribed> {
  return async (request, context) => {
    const begun = await begin(yoga, request, context).catch((error: unknown) => ({ errors: [maskError(edge, error)] }));
    await settle(context);
    if (isAsyncIterable(begun)) return eventsOf(edge, begun, context);
    const errors = (begun.errors ?? []).map((error) => maskError(edge, error));
    return withCost(withoutQuotedValues({ ...begun, errors }), context);
  };
}

async function begin(
  yoga: Yoga,
  request: GraphqlRequest,
  context: GraphqlContext,
): Promise<AsyncIterable<ExecutionResult> | ExecutionResult> {
  if (request.refusal) return { errors: [refusedDocument(request.refusal)] };
  const operation = request.query === null ? null : operationIn({ ...request.parsed }, request.query);
  if (operation === null) return { errors: [invalid('This is not a GraphQL request')] };
  const { parse, validate, schema, contextFactory, subscribe } = yoga.getEnveloped(context);
  const document = parse(operation.query);
  const errors = validate(schema, document);
  if (errors.length > 0) return { errors };
  const operationKind = getOperationAST(document, operation.operationName)?.operation;
  if (operationKind === 'query' || operationKind === 'mutation') {
    return { errors: [invalid('Only subscriptions are supported here: send queries and mutations with POST')] };
  }
  return subscribe({
    schema,
    document,
    contextValue: await contextFactory(),
    variableValues: operation.variables,
    operationName: operation.operationName,
  });
}

/** The events as callers see them. An error ends the stream as its last event. */
async function* eventsOf(
  edge: HttpDeps,
  events: AsyncIterable<ExecutionResult>,
  context: GraphqlContext,
): AsyncGenerator<FormattedExecutionResult> {
  try {
    for await (const event of events) yield formatted(event);
  } catch (error) {
    yield formatted(withEventCost({ errors: [maskError(edge, error)] }, context));
  }
}

function formatted(event: ExecutionResult): FormattedExecutionResult {
  const { errors, ...others } = withoutQuotedValues(event);
  return errors ? { ...others, errors: withoutStatus(errors) } : others;
}
