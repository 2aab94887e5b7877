import { isRecord } from '../core/lib/json.ts';
import type { CliInvokeToolMutation } from '../generated/gql/graphql.ts';
import { CliError } from './exit.ts';

type InvokeAnswer = NonNullable<CliInvokeToolMutation['invokeTool']>;
type ToolFailure = Omit<Extract<InvokeAnswer, { readonly outcome: unknown }>, '__typename' | 'code'>;
type CallAnswer = Extract<InvokeAnswer, { readonly headers: unknown }>;

/** The text of an MCP result that contains only text; otherwise null. */
function plainText(result: unknown): string | null {
  if (!isRecord(result) || Object.keys(result).length !== 1 || !Array.isArray(result['content'])) return null;
  const texts = result['content'].map((block: unknown) => (isRecord(block) ? block['text'] : null));
  return texts.length > 0 && texts.every((text) => typeof text === 'string') ? texts.join('\n') : null;
}

/** The result of a call that succeeded, for scripts and for people. */
export const resultOfCall = ({ result, headers }: Pick<CallAnswer, 'result' | 'headers'>) => ({
  json: {
    result,
    ...(headers.length > 0 && { headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])) }),
  },
  text: [
    plainText(result) ?? JSON.stringify(result, null, 2),
    ...(headers.length > 0
      ? ['', 'Response headers:', ...headers.map(({ name, value }) => `  ${name}: ${value}`)]
      : []),
  ].join('\n'),
});

/** A failure's details for scripts, in addition to its message. */
function detailsOf({ outcome, status, retryAfterSeconds, isRepeatable, upstream }: ToolFailure): object {
  const { contentType, isTruncated, ...own } = upstream ?? {};
  return {
    outcome: outcome.toLowerCase(),
    ...(status !== null && { status }),
    ...(retryAfterSeconds !== null && { retry_after: retryAfterSeconds }),
    ...(isRepeatable !== null && { is_repeatable: isRepeatable }),
    ...(upstream && { upstream: { ...own, content_type: contentType, is_truncated: isTruncated } }),
  };
}

export const callError = (failure: ToolFailure): CliError => {
  // The message, then the service's own answer if the message doesn't contain it.
  const { message, retryAfterSeconds, upstream } = failure;
  const wait = retryAfterSeconds === null ? [] : [`Retry after ${retryAfterSeconds} s.`];
  const body = upstream?.body ?? null;
  const bodyText = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
  return new CliError(
    'tool_failed',
    [message, ...wait, ...(body === null || message.includes(bodyText) ? [] : [bodyText])].join('\n'),
    undefined,
    { ...detailsOf(failure) },
  );
};
