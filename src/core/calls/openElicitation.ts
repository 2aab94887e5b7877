import type { UpstreamCall } from './connector.ts';
import { noteMessage } from './diagnostics.ts';
import { type Elicit, type ElicitationContext, isAskable } from './elicitation.ts';
import { readScrubbed } from './notifications.ts';

/** Maximum elicitations in one call. */
const QUESTIONS_MAX = 8;
/** Maximum open elicitations per server and account: each occupies one of the server's call slots. */
const OPEN_MAX = 8;
/** Maximum characters of an elicitation as JSON, since a person has to read it. */
const QUESTION_CHARS_MAX = 16_384;

/** Number of elicitations that wait for a person, by account and server. */
const open = new Map<string, number>();

/** Does the work while fewer than `OPEN_MAX` elicitations are open; otherwise returns null. */
async function withinOpenMax<T>({ accountId, serverId }: UpstreamCall, work: () => Promise<T>): Promise<T | null> {
  const key = `${accountId}/${serverId}`;
  const before = open.get(key) ?? 0;
  if (before >= OPEN_MAX) return null;
  open.set(key, before + 1);
  try {
    return await work();
  } finally {
    const left = (open.get(key) ?? 1) - 1;
    if (left === 0) open.delete(key);
    else open.set(key, left);
  }
}

/**
 * Relays an upstream's elicitations while the call is open (MCP 2025-11-25), scrubbed of the call's secrets. Limited
 * to the caller's capabilities and the bounds above. Waiting time does not count toward the deadline, but the bytes
 * count toward quotas.
 */
export function boundElicitations(dialogue: ElicitationContext, ask: Elicit, call: UpstreamCall): Elicit {
  let elicitationsLeft = QUESTIONS_MAX;
  return async (params) => {
    const text = JSON.stringify(params);
    const isFit =
      isAskable({ inputRequests: { elicitation: { params } } }, dialogue) && text.length <= QUESTION_CHARS_MAX;
    const elicitation = isFit && elicitationsLeft > 0 ? readScrubbed(call.scrub(text)) : null;
    if (!elicitation) return null;
    elicitationsLeft -= 1;
    noteMessage(call.diagnostics, elicitation);
    const answer = await withinOpenMax(call, () => call.pauseDeadline(() => ask(elicitation)));
    noteMessage(call.diagnostics, answer ?? {});
    return answer;
  };
}
