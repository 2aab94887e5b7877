import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, sendOperation } from '../../api/operation.ts';
import type { InvokeToolInput, PlaygroundInvokeMutation } from '../../gql/graphql.ts';
import { PLAYGROUND_INVOKE } from './operations.ts';

type Answer = NonNullable<PlaygroundInvokeMutation['invokeTool']>;
type FailedCall = Extract<Answer, { readonly __typename: 'ToolFailedError' }>;

export type Outcome =
  | { readonly kind: 'success'; readonly result: unknown }
  | ({ readonly kind: 'failed' } & Omit<FailedCall, '__typename'>)
  | { readonly kind: 'refused'; readonly error: ApiError }
  /** The person did not wait for the answer. */
  | { readonly kind: 'cancelled' };

/** One call that was made, from the click to the answer. */
export type Run = { readonly request: InvokeToolInput; readonly tookMs: number; readonly outcome: Outcome };

async function invoke(request: InvokeToolInput, signal: AbortSignal): Promise<Run> {
  const startedAt = performance.now();
  const outcome = await outcomeWithin(request, signal);
  return { request, tookMs: Math.round(performance.now() - startedAt), outcome };
}

async function outcomeWithin(request: InvokeToolInput, signal: AbortSignal): Promise<Outcome> {
  try {
    const { invokeTool } = await sendOperation(PLAYGROUND_INVOKE, { input: request }, signal);
    if (!invokeTool) throw new ApiError('INTERNAL_ERROR', 'The server gave an empty answer');
    return outcomeOf(invokeTool);
  } catch (error) {
    if (signal.aborted) return { kind: 'cancelled' };
    throw error;
  }
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
    case 'RateLimitedError':
      // The operation's union leaves this member out, so it arrives as a top-level error.
      throw new ApiError('RATE_LIMITED', 'Too many requests');
  }
}

/** Calls a tool. Nothing else on the page is fetched again: a call changes none of it. */
export function useRun() {
  const running = useRef<AbortController | null>(null);
  const run = useMutation({
    mutationFn: (request: InvokeToolInput) => {
      running.current = new AbortController();
      return invoke(request, running.current.signal);
    },
  });
  return { ...run, cancel: () => running.current?.abort() };
}
