import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { AnsweredCall } from '../decisions/checkedCall.ts';
import type { AllowDecision } from '../decisions/decide.ts';
import { actorIdOf } from '../kernel/actor.ts';
import { consumeNonce } from '../kernel/consumeNonce.ts';
import type { Ctx } from '../kernel/context.ts';
import { type ApprovalId, type RuleId, toApprovalId, toRuleId } from '../kernel/ids.ts';
import { openText, sealText } from '../kernel/vault/sealText.ts';
import { canonicalDigest } from '../lib/canonicalDigest.ts';
import { AppError } from '../lib/errors.ts';
import { isJsonObject, isRecord, type JsonObject, type JsonValue } from '../lib/json.ts';
import type { Elicitation } from '../results/outcome.ts';
import type { StackSnapshot } from '../snapshots/snapshot.ts';

/** Answers to an elicitation by request key, with its state; empty for none. */
export type ElicitationAnswers = { readonly inputResponses?: JsonObject; readonly requestState?: string };

/** Elicitation capabilities of a tool's caller, and its answers to the previous elicitation. */
export type ElicitationContext = {
  /** The caller's MCP capabilities for elicitation: `{ elicitation: { form: {}, url: {} } }`. */
  readonly capabilities: JsonObject;
  readonly answers?: ElicitationAnswers;
  /** Elicits during the call; absent if the caller can only be asked through the call's outcome. */
  readonly askNow?: Elicit;
};

/**
 * Sends the parameters of an `elicitation/create` to the caller; resolves to the MCP result, or to null if the caller
 * does not support it.
 */
export type Elicit = (params: JsonObject) => Promise<JsonObject | null>;

/** Some serializers write null for a mode that a client lacks. */
const isNullish = (value: unknown): boolean => value === undefined || value === null;

/** The caller's capabilities as sent to upstreams: elicitation only. */
export function supportedElicitations(capabilities: unknown): JsonObject {
  const elicitation = isRecord(capabilities) ? capabilities['elicitation'] : undefined;
  if (!isJsonObject(elicitation)) return {};
  const { form, url } = elicitation;
  // A client that names no mode supports forms (MCP 2025-11-25, elicitation).
  const isFormOnly = isNullish(form) && isNullish(url);
  return {
    elicitation: { ...((!isNullish(form) || isFormOnly) && { form: {} }), ...(!isNullish(url) && { url: {} }) },
  };
}

/** Whether the caller declared support for all of these elicitations. */
export function isAskable(
  { inputRequests }: Elicitation,
  { capabilities: { elicitation } }: ElicitationContext,
): boolean {
  return (
    isRecord(elicitation) &&
    Object.values(inputRequests).every((each) => {
      const params = isRecord(each) && isRecord(each['params']) ? each['params'] : {};
      return elicitation[params['mode'] === 'url' ? 'url' : 'form'] !== undefined;
    })
  );
}

/** Subject of an elicitation raised by a pass-through request. */
export type PassedSubject = { readonly snapshot: StackSnapshot; readonly passed: JsonValue };
type Subject = AnsweredCall | PassedSubject;

/** The rule whose approval a call consumed, and that approval. */
export type Approved = { readonly ruleId: RuleId | null; readonly approvalId: ApprovalId | null };

/** For a call without an approval. */
export const NOT_APPROVED: Approved = { ruleId: null, approvalId: null };

/** A permitted call, with the approval and answer that it consumes. */
export type AllowedCall = {
  readonly permit: AllowDecision;
  readonly ruleId: RuleId | null;
  readonly answered: AnsweredElicitation | null;
};

/** The approval that a call consumed. */
export const approvedBy = ({ ruleId, permit }: Omit<AllowedCall, 'answered'>): Approved => ({
  ruleId,
  approvalId: permit.approvalId ?? null,
});

const PURPOSE = 'upstream-question';
/** Time limit for a person's answer. */
const ANSWER_MS = 60 * 60_000;
const SEALED_CHARS_MAX = 65_536;

const sealedState = z.object({
  id: z.string(),
  of: z.string(),
  keys: z.array(z.string()),
  upstream: z.string().nullable(),
  ruleId: z.string().transform(toRuleId).nullable(),
  approvalId: z.string().transform(toApprovalId).nullable().default(null),
  /** True for the service's own elicitation, whose answer the upstream does not receive. */
  isOurs: z.boolean(),
  expiresAt: z.number(),
});

/** Binds an elicitation to the caller, the tool definition and the input. */
async function bindingOf({ actor, endUser, signal }: Ctx, subject: Subject): Promise<string> {
  const { accountId, stackId } = subject.snapshot;
  const asked = 'passed' in subject ? subject.passed : [subject.tool.toolId, subject.tool.digest, subject.input];
  const bound = [[accountId, stackId], [actor.kind, actorIdOf(actor), endUser], asked];
  return Buffer.from(await canonicalDigest(bound, { accountId, signal })).toString('hex');
}

/**
 * Elicitation for the caller, with the upstream's state encrypted and bound to the call. No state is kept in memory,
 * so any instance can continue. `approved` is the approval that the call consumed.
 */
export async function sealElicitation(
  ctx: Ctx,
  call: Subject,
  { inputRequests, requestState }: Elicitation,
  approved: Approved,
  isOurs = false,
): Promise<Elicitation> {
  const state: z.infer<typeof sealedState> = {
    id: randomUUID(),
    of: await bindingOf(ctx, call),
    keys: Object.keys(inputRequests),
    upstream: requestState ?? null,
    ...approved,
    isOurs,
    expiresAt: ctx.now().getTime() + ANSWER_MS,
  };
  const sealed = sealText(ctx.vault, PURPOSE, call.snapshot.stackId, JSON.stringify(state));
  return { inputRequests, requestState: Buffer.from(sealed).toString('base64url') };
}

/** Key of the elicitation that asks a person to sign in at an upstream. */
export const SIGN_IN = 'sign_in';

/** Answers in a repeated call, and the approval it already consumed. */
export type AnsweredElicitation = Approved & {
  /** Whether a person was asked to sign in. */
  readonly isSignIn: boolean;
  /** Answers for the upstream. */
  readonly answers: ElicitationAnswers;
  /**
   * Marks the answer as consumed on all instances, right before the first upstream request. A retry after a sign-in
   * renewal needs no new answer. @throws invalid_input if already consumed
   */
  use(): Promise<void>;
};

/**
 * Decrypts the state returned with answers; null for a call without answers. The state stays valid until `use`, so that
 * the caller can retry a call that we refuse or hold before sending.
 * @throws invalid_input for a state that belongs to another call or caller, has expired, or was consumed
 */
export async function openAnswer(
  ctx: Ctx,
  call: Subject,
  dialogue: ElicitationContext,
): Promise<AnsweredElicitation | null> {
  const { inputResponses, requestState }: ElicitationAnswers = { ...dialogue.answers };
  if (requestState === undefined) {
    if (inputResponses === undefined) return null;
    throw notAnswerable('The answer has no requestState');
  }
  const state = readState(ctx, call, requestState);
  if (state?.of !== (await bindingOf(ctx, call))) throw new InvalidRequestState();
  if (state.expiresAt <= ctx.now().getTime()) throw notAnswerable('The question has expired');
  // A used state is refused here, before the call consumes an approval or quota.
  const isUsed = (await ctx.db.usedChallenge.findUnique({ where: { id: usedKey(state) } })) !== null;
  if (isUsed) throw answeredBefore();
  const { isOurs, ruleId, approvalId, upstream, keys } = state;
  let used: Promise<void> | undefined;
  const use = (): Promise<void> => {
    // Recorded until the state expires.
    const nonce = { id: usedKey(state), expiresAt: new Date(state.expiresAt) };
    used ??= consumeNonce(ctx, ctx.db, nonce).then((isFirst) => {
      if (!isFirst) throw answeredBefore();
    });
    return used;
  };
  const isSignIn = isOurs && keys.includes(SIGN_IN);
  if (isOurs) return { ruleId, approvalId, isSignIn, answers: {}, use };
  const expectedKeys = new Set(keys);
  const answers = {
    inputResponses: Object.fromEntries(Object.entries(inputResponses ?? {}).filter(([key]) => expectedKeys.has(key))),
    ...(upstream !== null && { requestState: upstream }),
  };
  return { answers, ruleId, approvalId, isSignIn, use };
}

const answeredBefore = (): AppError => notAnswerable('The question was already answered');

function readState({ vault }: Ctx, { snapshot }: Subject, text: string): z.infer<typeof sealedState> | null {
  if (text.length > SEALED_CHARS_MAX) return null;
  try {
    const opened = openText(vault, PURPOSE, snapshot.stackId, Buffer.from(text, 'base64url'));
    return sealedState.parse(JSON.parse(opened));
  } catch {
    return null;
  }
}

const usedKey = ({ id }: z.infer<typeof sealedState>): string => `question_${id}`;

/** State not issued for this call: modified, or of another call or caller. */
export class InvalidRequestState extends AppError {
  constructor() {
    super('invalid_input', 'The requestState belongs to another call: make the call again');
  }
}

const notAnswerable = (why: string): AppError => new AppError('invalid_input', `${why}: retry the call`);
