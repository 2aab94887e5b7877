import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { actorIdOf } from '../audit/audit.ts';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import type { ApprovalId } from '../ids.ts';
import { canonicalJson, isJsonObject, isRecord, type JsonObject } from '../lib/json.ts';
import { sha256Text } from '../lib/sha256.ts';
import type { SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';
import { openText, sealText } from '../vault/sealText.ts';

/**
 * What an upstream asks before it goes on with a call (MCP 2026-07-28, multi round-trip requests): requests by keys of
 * its own, and what it wants to have back with the answers.
 */
export type Question = { readonly inputRequests: JsonObject; readonly requestState?: string };

/** What the caller of a tool can be asked, and what it answers to the question before. */
export type Dialogue = {
  /** Its capabilities for that, as MCP has them: `{ elicitation: { form: {}, url: {} } }`. */
  readonly capabilities: JsonObject;
  readonly inputResponses?: JsonObject;
  readonly requestState?: string;
};

/** Of the caller's capabilities, those that upstreams may know of: that a person can be asked. */
export function askableOf(capabilities: unknown): JsonObject {
  const elicitation = isRecord(capabilities) ? capabilities['elicitation'] : undefined;
  if (!isJsonObject(elicitation)) return {};
  const { form, url } = elicitation;
  // A client that names no mode has forms (MCP 2025-11-25, elicitation).
  const isFormOnly = form === undefined && url === undefined;
  return {
    elicitation: { ...((form !== undefined || isFormOnly) && { form: {} }), ...(url !== undefined && { url: {} }) },
  };
}

const modeOf = (request: unknown): string => {
  const params = isRecord(request) && isRecord(request['params']) ? request['params'] : {};
  return params['mode'] === 'url' ? 'url' : 'form';
};

/** Whether the caller has said that it can be asked all of that. */
export function isAskable({ inputRequests }: Question, { capabilities: { elicitation } }: Dialogue): boolean {
  return isRecord(elicitation) && Object.values(inputRequests).every((each) => elicitation[modeOf(each)] !== undefined);
}

/** The call that a question is about, with its checked input. */
export type AskedCall = {
  readonly snapshot: StackSnapshot;
  readonly tool: SnapshotTool;
  readonly input: JsonObject;
};

const PURPOSE = 'upstream-question';
/** A person may take this long. */
const ANSWER_MS = 60 * 60_000;
const SEALED_CHARS_MAX = 65_536;

const sealedState = z.object({
  id: z.string(),
  of: z.string(),
  keys: z.array(z.string()),
  upstream: z.string().nullable(),
  ruleId: z.string().nullable(),
  /** Whether it was ours: nothing of the answer goes to the upstream. */
  isOurs: z.boolean(),
  expiresAt: z.number(),
});

/** What a question is bound to: whose call of which tool as it was, with which input. */
const bindingOf = (ctx: Ctx, { snapshot, tool, input }: AskedCall): string =>
  sha256Text(
    canonicalJson([
      [snapshot.accountId, snapshot.stackId],
      [ctx.actor.kind, actorIdOf(ctx.actor), ctx.endUser],
      [tool.toolId, tool.digest, input],
    ]),
    'hex',
  );

/**
 * The question as its caller gets it: the upstream's state is sealed, with what the question is bound to, so that any
 * instance can go on and nothing is kept in memory. `ruleId` is the rule whose approval the call has used.
 */
export function sealQuestion(
  ctx: Ctx,
  call: AskedCall,
  { inputRequests, requestState }: Question,
  { ruleId, isOurs = false }: { readonly ruleId: string | null; readonly isOurs?: boolean },
): Question {
  const state: z.infer<typeof sealedState> = {
    id: randomUUID(),
    of: bindingOf(ctx, call),
    keys: Object.keys(inputRequests),
    upstream: requestState ?? null,
    ruleId,
    isOurs,
    expiresAt: ctx.now().getTime() + ANSWER_MS,
  };
  const sealed = sealText(ctx.vault, PURPOSE, call.snapshot.stackId, JSON.stringify(state));
  return { inputRequests, requestState: Buffer.from(sealed).toString('base64url') };
}

/** Asks a person to open the page on which a call that waits can be approved; null where nobody can be shown one. */
export function approvalQuestion(
  ctx: Ctx,
  call: AskedCall,
  { message, approvalId }: { readonly message: string; readonly approvalId?: ApprovalId },
  dialogue: Dialogue,
): Question | null {
  if (approvalId === undefined) return null;
  const url = `${ctx.publicUrl()}/approvals/${approvalId}`;
  const params = { mode: 'url', message, url };
  const question = { inputRequests: { approval: { method: 'elicitation/create', params } } };
  return isAskable(question, dialogue) ? sealQuestion(ctx, call, question, { ruleId: null, isOurs: true }) : null;
}

/** What goes to the upstream with the repeated call, and the rule whose approval it has used before. */
export type Answered = Pick<Dialogue, 'inputResponses' | 'requestState'> & { readonly ruleId: string | null };

/**
 * Opens the state that comes back with answers, once. Null for a call that answers nothing.
 * @throws invalid_input for a state that is not of this call and caller, is too old, or was used before
 */
export async function openAnswer(ctx: Ctx, call: AskedCall, dialogue?: Dialogue): Promise<Answered | null> {
  if (!dialogue) return null;
  const { inputResponses = {}, requestState } = dialogue;
  if (requestState === undefined) {
    if (dialogue.inputResponses === undefined) return null;
    throw notAnswerable('Answers need the requestState of their question');
  }
  const state = readState(ctx, call, requestState);
  if (state?.of !== bindingOf(ctx, call)) throw notAnswerable('The requestState is not of this call');
  if (state.expiresAt <= ctx.now().getTime()) throw notAnswerable('The question is more than an hour old');
  if (!(await useOnce(ctx, state))) throw notAnswerable('The question was answered before');
  if (state.isOurs) return { ruleId: null };
  const asked = new Set(state.keys);
  return {
    inputResponses: Object.fromEntries(Object.entries(inputResponses).filter(([key]) => asked.has(key))),
    ...(state.upstream !== null && { requestState: state.upstream }),
    ruleId: state.ruleId,
  };
}

function readState({ vault }: Ctx, { snapshot }: AskedCall, text: string): z.infer<typeof sealedState> | null {
  if (text.length > SEALED_CHARS_MAX) return null;
  try {
    const opened = openText(vault, PURPOSE, snapshot.stackId, Buffer.from(text, 'base64url'));
    return sealedState.parse(JSON.parse(opened));
  } catch {
    return null;
  }
}

/** Whether nobody has used the state before, on any instance. Kept until it is too old anyway. */
async function useOnce({ db, now }: Ctx, { id, expiresAt }: z.infer<typeof sealedState>): Promise<boolean> {
  await db.usedChallenge.deleteMany({ where: { expiresAt: { lt: now() } } });
  const data = { id: `question_${id}`, expiresAt: new Date(expiresAt) };
  return (await db.usedChallenge.createMany({ data, skipDuplicates: true })).count === 1;
}

const notAnswerable = (why: string): AppError => new AppError('invalid_input', `${why}: make the call again`);
