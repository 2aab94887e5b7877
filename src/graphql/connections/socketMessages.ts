import { z } from 'zod';
import { isRecord } from '../../core/lib/json.ts';

/** An id stands in every event. */
const id = z.string().min(1).max(128);
const payload = z.custom<Readonly<Record<string, unknown>>>(isRecord);
const optionalPayload = payload.nullish();

const schema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('connection_init'), payload: optionalPayload }),
  z.object({ type: z.literal('ping'), payload: optionalPayload }),
  z.object({ type: z.literal('pong'), payload: optionalPayload }),
  z.object({ type: z.literal('subscribe'), id, payload }),
  z.object({ type: z.literal('complete'), id }),
]);

/** What a client may send (graphql-transport-ws). */
export type SocketMessage = z.output<typeof schema>;

/** The message of this type. */
export type Incoming<T extends SocketMessage['type']> = Extract<SocketMessage, { readonly type: T }>;

/** Null for anything that the protocol does not know. */
export const toSocketMessage = (value: unknown): SocketMessage | null => schema.safeParse(value).data ?? null;
