import { type ExecutionResult, GraphQLError } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { AppError } from '../core/lib/errors.ts';
import { errorHeaders, STATUS } from '../wire/errors.ts';
import type { HttpDeps } from '../wire/httpDeps.ts';
import type { GraphqlContext } from './context.ts';
import { withEventCost } from './execution/cost.ts';
import { shortEvent } from './execution/longAnswers.ts';
import { appErrorOf, maskError } from './execution/mask.ts';

/** Logs faults of the service, and gives a response without data the status that REST would have. */
export function outcomePlugin(edge: HttpDeps): Plugin<GraphqlContext> {
  return {
    onExecute: ({ args: { contextValue } }) => ({
      onExecuteDone: ({ result, setResult }) => {
        if (!isAsyncIterable(result)) setResult(withOutcome(edge, contextValue, result));
      },
    }),
    onSubscribe: ({ args: { contextValue } }) => {
      if (!contextValue.isStream) {
        throw new GraphQLError('A subscription returns events: send Accept: text/event-stream', {
          extensions: { code: 'INVALID_INPUT', http: { status: STATUS.invalid_input } },
        });
      }
      return {
        onSubscribeResult: ({ result, setResult }) => {
          if (!isAsyncIterable(result)) return setResult(withOutcome(edge, contextValue, result));
          return {
            onNext: ({ result: event, setResult: setEvent }) => {
              // Logs only internal errors, because other errors are how a stream normally ends.
              const { errors = [] } = event;
              const failures = errors.flatMap((error) => appErrorOf(edge, error) ?? []);
              for (const failure of failures) if (failure.code === 'internal') logFault(contextValue, failure);
              setEvent(withEventCost(shortEvent(event), contextValue));
            },
          };
        },
      };
    },
  };
}

/** The result of an operation, with the status of a failure without data. Logs faults of the service. */
export function withOutcome(edge: HttpDeps, context: GraphqlContext, result: ExecutionResult): ExecutionResult {
  const { refusal } = context.spent;
  // If every mutation field returns the refusal as data, the response stays as it is.
  if (refusal && result.errors) {
    const refused = { errors: [maskError(edge, refusal)] };
    return refusal instanceof GraphQLError ? refused : withStatus(refused, refusal);
  }
  const failures = (result.errors ?? []).flatMap((error) => appErrorOf(edge, error) ?? []);
  for (const failure of failures) logFault(context, failure);
  const [failure] = failures;
  return failure && !Object.values(result.data ?? {}).some((value) => value !== null)
    ? withStatus(result, failure)
    : result;
}

function logFault({ app }: GraphqlContext, failure: AppError): void {
  if (STATUS[failure.code] >= 500) app.log.error({ err: failure.cause ?? failure }, failure.message);
}

const withStatus = (result: ExecutionResult, failure: AppError): ExecutionResult => ({
  ...result,
  extensions: { ...result.extensions, http: { status: STATUS[failure.code], headers: errorHeaders(failure) } },
});
