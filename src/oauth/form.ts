import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../core/lib/errors.ts';

/** Rejects forms from other sites, by the headers that browsers send. @throws forbidden */
export function requireOwnForm({ headers }: FastifyRequest, address: string): void {
  const { origin, 'sec-fetch-site': site = 'same-origin' } = headers;
  const isOwn = origin === undefined || origin === new URL(address).origin;
  if (!isOwn || site !== 'same-origin') throw new AppError('forbidden', 'This form was not sent from our page.');
}

/** Redirects with 303, so that the browser doesn't resend the form. */
export const sendBack = (reply: FastifyReply, url: string): FastifyReply =>
  reply.header('referrer-policy', 'no-referrer').redirect(url, 303);

/** The dashboard's sign-in page, which returns to `address`. */
export const signInAt = (address: string): string => `/signin?next=${encodeURIComponent(address)}`;
