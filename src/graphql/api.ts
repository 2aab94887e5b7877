import { type ExecutionResult, GraphQLError, type GraphQLSchema, getOperationAST, validate } from 'graphql';
import { createYoga, type Plugin, processRegularResult } from 'graphql-yoga';
import { STATUS } from '../wire/errors.ts';
import type { HttpDeps } from '../wire/httpDeps.ts';
import type { GraphqlContext } from './context.ts';
import { costPlugin } from './execution/cost.ts';
import { CODES } from './execution/errorExtensions.ts';
import { guardsPlugin } from './execution/guards.ts';
import { longAnswersPlugin } from './execution/longAnswers.ts';
import { maskError } from './execution/mask.ts';
import { createDocumentCache, createPlainExecutor } from './execution/plainRequest.ts';
import { quotedValuesPlugin } from './execution/quotedValues.ts';
import { createSubscriber, refusedDocument } from './execution/subscribe.ts';
import { outcomePlugin } from './outcome.ts';
import { graphqlSchema } from './schema.ts';

/** Executes GraphQL requests that their surface has authenticated and charged. */
export type GraphqlService = ReturnType<typeof createApi>;

/**
 * Builds the schema and the server that executes it. It is a third of the service's code, so it is loaded with the
 * first request, not at startup.
 */
export function createApi(edge: HttpDeps, endpoint: string) {
  const schema = graphqlSchema();
  const yoga = createYogaServer(edge, schema, endpoint);
  return {
    yoga,
    executePlain: createPlainExecutor({ edge, schema, yoga }),
    subscribe: createSubscriber(edge, yoga),
    /** The response that explains a refused subscription. */
    answerError: (result: ExecutionResult, accept: string) => processRegularResult(result, yoga.fetchAPI, accept),
  };
}

function createYogaServer(edge: HttpDeps, schema: GraphQLSchema, graphqlEndpoint: string) {
  return createYoga<GraphqlContext>({
    schema,
    graphqlEndpoint,
    graphiql: false,
    landingPage: false,
    cors: false,
    multipart: false,
    batching: false,
    logging: false,
    maskedErrors: { errorMessage: 'Internal error', maskError: (error) => maskError(edge, error) },
    parserAndValidationCache: { documentCache: createDocumentCache(), errorCache: createDocumentCache() },
    plugins: [
      parsedBodyPlugin,
      refusedDocumentPlugin,
      suggestionsPlugin,
      guardsPlugin,
      readOnlyPlugin,
      outcomePlugin(edge),
      costPlugin,
      quotedValuesPlugin,
      longAnswersPlugin,
    ],
  });
}

/**
 * Gives Yoga the body that the surface has parsed with the original number notation. Yoga refuses a body that is not
 * JSON.
 */
const parsedBodyPlugin: Plugin<GraphqlContext, GraphqlContext> = {
  onRequestParse({ serverContext: { body }, setRequestParser }) {
    if (body !== null) setRequestParser(() => body);
  },
};

/** Refuses a document that is not trusted, or whose id is unknown, before anything is parsed. */
const refusedDocumentPlugin: Plugin<GraphqlContext, GraphqlContext> = {
  onParams({ context: { refusal }, setResult }) {
    if (refusal === null) return;
    setResult({ errors: [refusedDocument(refusal)] });
  },
};

/** Refuses mutations by `GET` (GraphQL over HTTP) before anything is executed or charged. */
const readOnlyPlugin: Plugin<GraphqlContext> = {
  onExecute: ({ args: { contextValue, document, operationName }, setResultAndStopExecution }) => {
    if (!contextValue.isReadOnly || getOperationAST(document, operationName)?.operation !== 'mutation') return;
    const http = { status: STATUS.method_not_allowed, headers: { allow: 'POST' } };
    const extensions = { code: CODES.method_not_allowed, http };
    setResultAndStopExecution({ errors: [new GraphQLError('Send mutations with POST', { extensions })] });
  },
};

/**
 * Visitors get no spelling suggestions, because suggestions would reveal the schema that introspection hides from them.
 */
const suggestionsPlugin: Plugin<GraphqlContext> = {
  onValidate: ({ context, setValidationFn }) => {
    if (context.app.actor.kind !== 'visitor') return;
    setValidationFn((schema, document, rules, options) =>
      validate(schema, document, rules, { ...options, hideSuggestions: true }),
    );
  },
};
