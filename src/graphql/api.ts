import { type ExecutionResult, GraphQLError, type GraphQLSchema, getOperationAST, validate } from 'graphql';
import { createYoga, type Plugin, processRegularResult } from 'graphql-yoga';
import type { Edge } from '../wire/edge.ts';
import { STATUS } from '../wire/errors.ts';
import type { GraphqlContext } from './context.ts';
import { costPlugin } from './execution/cost.ts';
import { CODES } from './execution/errorExtensions.ts';
import { guardsPlugin } from './execution/guards.ts';
import { maskError } from './execution/mask.ts';
import { createDocumentCache, createPlainExecutor } from './execution/plainRequest.ts';
import { quotedValuesPlugin } from './execution/quotedValues.ts';
import { createSubscriber, refusedDocument } from './execution/subscribe.ts';
import { outcomePlugin } from './outcome.ts';
import { graphqlSchema } from './schema.ts';

/** What executes requests. */
export type GraphqlService = ReturnType<typeof createApi>;

/** The schema and all that works on it, a third of the service's code: loaded with the first request. */
export function createApi(edge: Edge, endpoint: string) {
  const yoga = createYogaServer(edge, graphqlSchema(), endpoint);
  return {
    yoga,
    executePlain: createPlainExecutor(yoga),
    subscribe: createSubscriber(edge, yoga),
    /** The response that tells why a subscription has not begun. */
    answerError: (result: ExecutionResult, accept: string) => processRegularResult(result, yoga.fetchAPI, accept),
  };
}

function createYogaServer(edge: Edge, schema: GraphQLSchema, graphqlEndpoint: string) {
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
    ],
  });
}

/** Yoga takes the body as it was parsed, with its numbers as they were written; what is no JSON it refuses itself. */
const parsedBodyPlugin: Plugin<GraphqlContext, GraphqlContext> = {
  onRequestParse({ serverContext: { body }, setRequestParser }) {
    if (body !== null) setRequestParser(() => body);
  },
};

/** Answers for a document that is not trusted, or not known by the name it was given, before anything is parsed. */
const refusedDocumentPlugin: Plugin<GraphqlContext, GraphqlContext> = {
  onParams({ context: { refusal }, setResult }) {
    if (refusal === null) return;
    setResult({ errors: [refusedDocument(refusal)] });
  },
};

/** Refuses changes by `GET` (GraphQL over HTTP), before anything of them is executed or charged. */
const readOnlyPlugin: Plugin<GraphqlContext> = {
  onExecute: ({ args: { contextValue, document, operationName }, setResultAndStopExecution }) => {
    if (!contextValue.isReadOnly || getOperationAST(document, operationName)?.operation !== 'mutation') return;
    const http = { status: STATUS.method_not_allowed, headers: { allow: 'POST' } };
    const extensions = { code: CODES.method_not_allowed, http };
    setResultAndStopExecution({ errors: [new GraphQLError('Send mutations as POST', { extensions })] });
  },
};

/** Visitors get no spelling suggestions, which would replace the introspection that they may not use. */
const suggestionsPlugin: Plugin<GraphqlContext> = {
  onValidate: ({ context, setValidationFn }) => {
    if (context.app.actor.kind !== 'visitor') return;
    setValidationFn((schema, document, rules, options) =>
      validate(schema, document, rules, { ...options, hideSuggestions: true }),
    );
  },
};
