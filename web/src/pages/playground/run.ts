import { useMutation } from '@tanstack/react-query';
import { ApiError, sendOperation } from '../../api/operation.ts';
import type { InvokeToolInput, PlaygroundInvokeMutation } from '../../gql/graphql.ts';
import { PLAYGROUND_INVOKE } from './operations.ts';

type Answer = NonNullable<PlaygroundInvokeMutation['invokeTool']>;
type FailedCall = Extract<Answer, { readonly __typename: 'ToolFailedError' }>;

export type Outcome =
  | { readonly kind: 'success'; readonly result: unknown }
  | ({ readonly kind: 'failed' } & Omit<FailedCall, '__typename'>)
  | { readonly kind: 'refused'; readonly error: ApiError };

/** One call that was made, from the click to the answer. */
export type Run = { readonly request: InvokeToolInput; readonly tookMs: number; readonly outcome: Outcome };

async function invoke(request: InvokeToolInput): Promise<Run> {
  const startedAt = performance.now();
  const { invokeTool } = await sendOperation(PLAYGROUND_INVOKE, { input: request });
  const tookMs = Math.round(performance.now() - startedAt);
  if (!invokeTool) throw new ApiError('INTERNAL_ERROR', 'The server gave an empty answer');
  return { request, tookMs, outcome: outcomeOf(invokeTool) };
}

function outcomeOf(answer: Answer): Outcome {
  switch (answer.__typename) {
    case 'InvokeToolPayload':
      return { kind: 'success', result: answer.result };
    case 'ToolFailedError':
      return { kind: 'failed', ...answer };
    case 'InvalidInputError':
      return { kind: 'refused', error: new ApiError(answer.code, answer.message, answer.issues) };
    case 'NotFoundError':
    case 'ForbiddenError':
      return { kind: 'refused', error: new ApiError(answer.code, answer.message) };
  }
}

/** Calls a tool. Nothing else on the page is fetched again: a call changes none of it. */
export const useRun = () => useMutation({ mutationFn: invoke });
