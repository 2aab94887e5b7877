import type { Requester } from '../kernel/context.ts';
import type { JsonObject } from '../lib/json.ts';

/** A model's protocol: OpenAI’s Chat Completions, which many services support, or Anthropic’s Messages. */
export const MODEL_APIS = ['openai', 'anthropic'] as const;
/** The API that a model is called over. */
export type ModelApi = (typeof MODEL_APIS)[number];

/** A tool call chosen by a model. `id` is the model's id for the call, which its result must contain. */
export type PickedCall = { readonly id: string; readonly name: string; readonly input: JsonObject };

/** Result of a chosen call, as text for the model. */
export type CallResult = { readonly callId: string; readonly text: string; readonly isError: boolean };

/**
 * One step of a conversation. A person's step also has a result for each call that the model chose in the previous
 * step, in the same order. Its text may then be empty.
 */
export type Step =
  | { readonly by: 'person'; readonly text: string; readonly results: readonly CallResult[] }
  | { readonly by: 'model'; readonly text: string; readonly calls: readonly PickedCall[] };

/** Request to a model. Holds a secret: never logged. */
export type ModelRequest = {
  readonly api: ModelApi;
  /** The address of the model's service, without a trailing slash. */
  readonly url: string;
  readonly model: string;
  /** Null: no key is sent. */
  readonly key: string | null;
  /** System prompt. */
  readonly system: string;
  readonly steps: readonly Step[];
  /** Tools in the format of the API (`src/formats`). */
  readonly tools: readonly object[];
};

/** A call in a model response. `inputText` is the raw input; `input` is null if it is not a JSON object. */
export type RepliedCall = Omit<PickedCall, 'input'> & {
  readonly input: JsonObject | null;
  readonly inputText: string;
};

/** Model response. Token counts as reported by the service; null if not reported. */
export type ModelAnswer = {
  readonly text: string;
  readonly calls: readonly RepliedCall[];
  /** Whether the service truncated the response because of its length. */
  readonly isCut: boolean;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
};

/** Kind of failure, named like the outcomes of calls. */
export type ModelFailureKind =
  | 'address_refused'
  | 'unreachable'
  | 'timed_out'
  /** The service rejects the key, or requires one. */
  | 'upstream_refused'
  | 'upstream_rate_limited'
  /** Any other unsuccessful status. */
  | 'upstream_error'
  /** The response is invalid for its API, or too large. */
  | 'bad_answer';

/** Why a model gave no answer. `message` quotes the service; `askModel` removes the key from it. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly kind: ModelFailureKind;
  /** The HTTP status of the service; null if there is none. */
  readonly status: number | null;

  constructor(kind: ModelFailureKind, message: string, status: number | null = null) {
    super(message);
    this.kind = kind;
    this.status = status;
  }
}

/** Asks models over the checked egress. */
export type Models = {
  /** @throws ModelFailure */
  ask(request: ModelRequest, requester: Requester): Promise<ModelAnswer>;
};
