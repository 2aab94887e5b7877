import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { hear } from '../../api/live.ts';
import { ApiError, sendOperation } from '../../api/operation.ts';
import type { InvokeToolInput, PlaygroundInvokeMutation, PlaygroundProgressSubscription } from '../../gql/graphql.ts';
import { PLAYGROUND_INVOKE, PLAYGROUND_PROGRESS } from './operations.ts';

type Answer = NonNullable<PlaygroundInvokeMutation['invokeTool']>;
export type Progress = PlaygroundProgressSubscription['toolProgress'];
type FailedCall = Extract<Answer, { readonly __typename: 'ToolFailedError' }>;

export type Outcome =
  | { readonly kind: 'success'; readonly result: unknown }
  | ({ readonly kind: 'failed' } & Omit<FailedCall, '__typename'>)
  | { readonly kind: 'refused'; readonly error: ApiError }
  /** Cancelled by the person. */
  | { readonly kind: 'cancelled' };

/** A completed call, timed from click to response. */
export type Run = { readonly request: InvokeToolInput; readonly tookMs: number; readonly outcome: Outcome };

type Watching = { readonly signal: AbortSignal; readonly onProgress: (progress: Progress) => void };

/** The call runs even if subscribing to its progress fails. */
async function invoke(request: InvokeToolInput, { signal, onProgress }: Watching): Promise<Run> {
  const progressId = newId();
  const stop = hear(PLAYGROUND_PROGRESS, { progressId }, ({ toolProgress }) => onProgress(toolProgress));
  const startedAt = performance.now();
  try {
    const outcome = await outcomeWithin({ ...request, progressId }, signal);
    return { request, tookMs: Math.round(performance.now() - startedAt), outcome };
  } finally {
    stop();
  }
}

// randomUUID isn't available over plain http.
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

async function outcomeWithin(request: InvokeToolInput, signal: AbortSignal): Promise<Outcome> {
  try {
    const { invokeTool } = await sendOperation(PLAYGROUND_INVOKE, { input: request }, signal);
    if (!invokeTool) throw new ApiError('INTERNAL_ERROR', 'The server sent an empty response');
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
      // The operation's union omits this member, so the failure arrives as a top-level error.
      throw new ApiError('RATE_LIMITED', 'Too many requests');
  }
}

/** Calls a tool. Refetches nothing, because a call doesn't change the page's data. */
export function useRun() {
  const running = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const run = useMutation({
    mutationFn: (request: InvokeToolInput) => {
      running.current = new AbortController();
      setProgress(null);
      return invoke(request, { signal: running.current.signal, onProgress: setProgress });
    },
  });
  return { ...run, progress, cancel: () => running.current?.abort() };
}
