import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../core/errors.ts';

/** Refuses another site's form: browsers say where a form was sent from. @throws forbidden */
export function requireOwnForm({ headers }: FastifyRequest, address: string): void {
  const { origin, 'sec-fetch-site': site = 'same-origin' } = headers;
  const isOwn = origin === undefined || origin === new URL(address).origin;
  if (!isOwn || site !== 'same-origin') throw new AppError('forbidden', 'This form was not sent from our page.');
}

/** Sends the browser on. 303, so that it does not send the form's content along. */
export const sendBack = (reply: FastifyReply, url: string): FastifyReply =>
  reply.header('referrer-policy', 'no-referrer').redirect(url, 303);

/** The dashboard's sign-in, which leads back to `address`. */
export const signInAt = (address: string): string => `/signin?next=${encodeURIComponent(address)}`;
