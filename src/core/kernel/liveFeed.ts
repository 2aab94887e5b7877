import { z } from 'zod';
import type { CallRecord } from '../../generated/prisma/client.ts';
import type { Log } from './context.ts';
import {
  type AccountId,
  type AlertId,
  type AuditEventId,
  type JobId,
  type StackId,
  toAccountId,
  toAlertId,
  toApprovalId,
  toAuditEventId,
  toCallId,
  toEndpointId,
  toJobId,
  toServerId,
  toStackId,
  toToolId,
} from './ids.ts';

/** The PostgreSQL channel of live views: instances announce calls, their progress, jobs and audit events on it. */
export const LIVE_CHANNEL = 'toolyard_activity';

/**
 * An event for live views. A call is sent as its whole row, which is small and contains no payload. Of an audit event,
 * only the key facts are sent; watchers who may see its chain then read it.
 */
export type LiveEvent =
  | { readonly kind: 'call'; readonly call: CallRecord }
  | {
      readonly kind: 'auditEvent';
      readonly chain: string;
      readonly id: AuditEventId;
      /** The stack of the event; null for none, and in events from instances of an older release. */
      readonly stackId: StackId | null;
      /** Null in events from instances of an older release. */
      readonly action: string | null;
      readonly targetId: string | null;
    }
  | {
      /** An alert that began, changed or ended. */
      readonly kind: 'alert';
      readonly accountId: AccountId;
      readonly id: AlertId;
      /** The alert's stack; null for the account. */
      readonly stackId: StackId | null;
    }
  | {
      /** A job that began, progressed or ended. */
      readonly kind: 'job';
      readonly accountId: AccountId;
      readonly stackId: StackId;
      readonly id: JobId;
    }
  | {
      readonly kind: 'progress';
      readonly accountId: AccountId;
      /** The person or key that makes the call and is the only one to receive it. */
      readonly caller: string;
      /** Id of the call, chosen by its caller. */
      readonly progressId: string;
      /** Encrypted upstream progress, in Base64; null once the call has ended. */
      readonly sealed: string | null;
    };

type LiveListener = {
  hear(event: LiveEvent): void;
  /** Called if events may have been missed. */
  miss(): void;
};

/** Events of all instances, including this one, in commit order. */
export type LiveFeed = {
  /** Adds a listener. Returns a function that removes it. */
  listen(listener: LiveListener): () => void;
  /** Resolves once events arrive for current listeners. Earlier events may be missed. */
  hearing(): Promise<void>;
  /** Delivers stored calls if PostgreSQL's notifications about them do not arrive. */
  publish(payloads: readonly string[]): void;
};

/** The feed with its input: `hear` receives a payload, and `announceGap` tells listeners that events may be lost. */
export type LiveHub = LiveFeed & {
  hear(payload: string): void;
  announceGap(): void;
};

/** Transport for the feed, in addition to PostgreSQL notifications. */
type LiveCarrier = {
  publish(payloads: readonly string[]): void;
  /**
   * Tells the carrier whether this instance has any listener. Resolves once this instance receives all events, or once
   * it is certain that missed events will be announced as a gap.
   */
  watch(isWatched: boolean): Promise<void>;
};

const addedText = z.string().nullable().default(null);
const addedNumber = z.number().nullable().default(null);

const callSchema = z.object({
  id: z.string().transform(toCallId),
  accountId: z.string().transform(toAccountId),
  stackId: z.string().transform(toStackId),
  serverId: z.string().transform(toServerId),
  toolId: z.string().transform(toToolId),
  endpointId: z.string().transform(toEndpointId).nullable(),
  outcome: z.string(),
  latencyMs: z.number(),
  inputBytes: z.number(),
  outputBytes: z.number(),
  at: z.iso.datetime().transform((text) => new Date(text)),
  // Absent in notifications from releases before these columns.
  surface: addedText,
  callerKind: addedText,
  callerId: addedText,
  endUser: addedText,
  requestId: addedText,
  traceId: addedText,
  decision: addedText,
  approvalId: addedText.transform((id) => (id === null ? null : toApprovalId(id))),
  upstreamStatus: addedNumber,
  queueMs: addedNumber,
  ownMs: addedNumber,
  upstreamMs: addedNumber,
  error: addedText,
  contents: addedText,
  stackVersion: addedNumber,
});

const payloadSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('calls'), calls: z.array(callSchema) }),
  z.object({
    kind: z.literal('auditEvent'),
    chain: z.string(),
    id: z.string().transform(toAuditEventId),
    stackId: addedText.transform((id) => (id === null ? null : toStackId(id))),
    action: addedText,
    targetId: addedText,
  }),
  z.object({
    kind: z.literal('alert'),
    accountId: z.string().transform(toAccountId),
    id: z.string().transform(toAlertId),
    stackId: addedText.transform((id) => (id === null ? null : toStackId(id))),
  }),
  z.object({
    kind: z.literal('job'),
    accountId: z.string().transform(toAccountId),
    stackId: z.string().transform(toStackId),
    id: z.string().transform(toJobId),
  }),
  z.object({
    kind: z.literal('progress'),
    accountId: z.string().transform(toAccountId),
    caller: z.string(),
    progressId: z.string(),
    sealed: z.string().nullable(),
  }),
]);

/** The payload that announces an event. Calls use `callsPayloads`. */
export const livePayload = (event: Exclude<LiveEvent, { readonly kind: 'call' }>): string => JSON.stringify(event);

// PostgreSQL limits a notification to less than 8,000 bytes.
const PAYLOAD_BYTES_MAX = 7_900;
const OPENING = '{"kind":"calls","calls":[';

/** Payloads that announce calls, which are given as JSON. Each fits into one notification. */
export function callsPayloads(calls: readonly string[]): readonly string[] {
  const payloads: string[] = [];
  let text = OPENING;
  let bytes = OPENING.length;
  for (const call of calls) {
    const more = Buffer.byteLength(call) + 1;
    if (text !== OPENING && bytes + more > PAYLOAD_BYTES_MAX) {
      payloads.push(`${text}]}`);
      text = OPENING;
      bytes = OPENING.length;
    }
    text += text === OPENING ? call : `,${call}`;
    bytes += more;
  }
  if (text !== OPENING) payloads.push(`${text}]}`);
  return payloads;
}

/** The events in a payload; null for a payload that no known version writes. */
function parsePayload(payload: string): readonly LiveEvent[] | null {
  try {
    const parsed = payloadSchema.parse(JSON.parse(payload));
    return parsed.kind === 'calls' ? parsed.calls.map((call) => ({ kind: 'call', call })) : [parsed];
  } catch {
    return null;
  }
}

const NO_CARRIER: LiveCarrier = { publish: () => undefined, watch: async () => undefined };

/** Distributes notifications to this instance's live views. An unknown payload is logged and dropped. */
export function createLiveHub(log: Log, carrier: LiveCarrier = NO_CARRIER): LiveHub {
  const listeners = new Set<LiveListener>();
  let hearing: Promise<void> = Promise.resolve();
  return {
    publish: carrier.publish,
    hearing: () => hearing,
    listen(listener) {
      listeners.add(listener);
      if (listeners.size === 1) hearing = carrier.watch(true);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) void carrier.watch(false);
      };
    },
    hear(payload) {
      // Return early, since usually there is no listener.
      if (listeners.size === 0) return;
      const events = parsePayload(payload);
      if (events === null)
        log.warn({ bytes: payload.length }, 'a notification of the live feed is of unknown form and was ignored');
      for (const event of events ?? []) for (const listener of [...listeners]) listener.hear(event);
    },
    announceGap() {
      for (const listener of [...listeners]) listener.miss();
    },
  };
}
