import {
  type ModelApi,
  ModelFailure,
  type ModelFailureKind,
  type ModelRequest,
  type Models,
} from '../../core/chat/modelPort.ts';
import type { Requester } from '../../core/kernel/context.ts';
import { eventLoop } from '../../core/lib/eventLoopScheduler.ts';
import { withoutHidden } from '../../core/lib/hiddenText.ts';
import { isRecord } from '../../core/lib/json.ts';
import { readLongJson } from '../../core/lib/longJson.ts';
import { createEgress } from '../egress/egress.ts';
import { EgressError, type EgressErrorKind, egressHint } from '../egress/error.ts';
import type { EgressAnswer, EgressOptions } from '../egress/types.ts';
import { ANTHROPIC } from './anthropic.ts';
import { OPENAI } from './openai.ts';
import type { ModelWire } from './wire.ts';

/** Maximum bytes of an answer: ten times the size of a long model response. */
const ANSWER_BYTES_MAX = 1_048_576;
/** Time limit of a request; a local model may have to be loaded first. */
const ANSWER_MS_MAX = 120_000;

const WIRES = { openai: OPENAI, anthropic: ANTHROPIC } as const satisfies Record<ModelApi, ModelWire>;

type ModelsOptions = EgressOptions & { readonly answerMs?: number };

/**
 * Calls models at addresses that users of an account entered. Only addresses that the operator allows for accounts'
 * servers are reachable. Redirects are refused, so that a key reaches no other address. Tested by
 * `test/connectors/models/models.test.ts`.
 */
export function createModels({ answerMs = ANSWER_MS_MAX, ...options }: ModelsOptions): Models & {
  close(): Promise<void>;
} {
  const idle = { headersTimeoutMs: answerMs, bodyIdleMs: answerMs };
  const egress = createEgress({ userAgent: 'toolyard-chat', ...idle, ...options });

  const send = async (request: ModelRequest, { accountId, signal: caller }: Requester): Promise<EgressAnswer> => {
    const { path, headers, body } = WIRES[request.api].request(request);
    const signal = AbortSignal.any([caller, AbortSignal.timeout(answerMs)]);
    return egress.request({
      ...{ url: `${request.url}${path}`, method: 'POST', accountId, signal, maxBytes: ANSWER_BYTES_MAX },
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify(body),
      refusesRedirects: true,
    });
  };

  return {
    async ask(request, requester) {
      const { status, body: bytes } = await send(request, requester).catch((error) => {
        if (!(error instanceof EgressError)) throw error;
        throw new ModelFailure(KINDS[error.kind] ?? 'unreachable', `${error.message}${egressHint(error)}`);
      });
      const host = URL.parse(request.url)?.host ?? '';
      const body = await readLongJson(bytes, () => eventLoop.yieldIfBusy(requester.accountId ?? 'operator'));
      if (status < 200 || status > 299) throw failureOf(host, status, body);
      const answer = isRecord(body) ? WIRES[request.api].answer(body) : null;
      if (!answer) throw new ModelFailure('bad_answer', `${host}: the answer is not in this format`, status);
      return answer;
    },
    close: () => egress.close(),
  };
}

const KINDS: Readonly<Partial<Record<EgressErrorKind, ModelFailure['kind']>>> = {
  address_refused: 'address_refused',
  timed_out: 'timed_out',
  too_large: 'bad_answer',
  bad_answer: 'bad_answer',
  redirect_refused: 'bad_answer',
};

/** Longer messages are not shown. Truncation could leave part of a key, and the key isn't known at this point. */
const WORDS_CHARS_MAX = 20_000;

const STATUS_KINDS: Readonly<Record<number, ModelFailureKind>> = {
  401: 'upstream_refused',
  403: 'upstream_refused',
  429: 'upstream_rate_limited',
};

const MEANINGS: Readonly<Partial<Record<ModelFailureKind, string>>> = {
  upstream_refused: 'the provider rejects the key or requires one',
  upstream_rate_limited: 'the provider rate-limited the request',
};

/**
 * The failure for an unsuccessful status. It combines the status's meaning with the service's own message, which often
 * names the model or the limit.
 */
function failureOf(host: string, status: number, body: unknown): ModelFailure {
  const kind = STATUS_KINDS[status] ?? 'upstream_error';
  const { error, message, detail } = isRecord(body) ? body : {};
  const text = [isRecord(error) ? error['message'] : error, message, detail].find((each) => typeof each === 'string');
  const words = typeof text === 'string' && text.length <= WORDS_CHARS_MAX ? withoutHidden(text) : '';
  const meaning = MEANINGS[kind] ?? `the service answered with the status ${status}`;
  return new ModelFailure(kind, `${host}: ${meaning}${words === '' ? '' : `: ${words}`}`, status);
}
