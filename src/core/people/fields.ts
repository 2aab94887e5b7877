import { z } from 'zod';
import { isStorable } from '../lib/text.ts';
import { weaknessOf } from './weakPassword.ts';

const PASSWORD_LENGTH_MIN = 12;
const PASSWORD_LENGTH_MAX = 128;
const EMAIL_LENGTH_MAX = 254;
const USER_AGENT_LENGTH_MAX = 256;

const lengthOf = (text: string): number => [...text.normalize('NFKC')].length;

/** A new password: long, and not easy to guess (NIST SP 800-63B, section 3.1.1.2). */
export const newPasswordSchema = z
  .string()
  .refine(isStorable, 'must be well-formed Unicode without NUL')
  .refine((text) => lengthOf(text) >= PASSWORD_LENGTH_MIN, {
    error: `must be at least ${PASSWORD_LENGTH_MIN} characters`,
    abort: true,
  })
  .refine((text) => lengthOf(text) <= PASSWORD_LENGTH_MAX, {
    error: `must be at most ${PASSWORD_LENGTH_MAX} characters`,
    abort: true,
  })
  .superRefine((text, { addIssue }) => {
    const message = weaknessOf(text);
    if (message !== null) addIssue(message);
  });

/** Normalizes an e-mail address for storing and comparing: trimmed, Unicode NFC, lower case. */
export const normalEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase();

/** An e-mail address of at most 254 characters, normalized. */
export const emailSchema = z
  .string()
  .transform(normalEmail)
  .pipe(z.email('must be an e-mail address').max(EMAIL_LENGTH_MAX, `must be at most ${EMAIL_LENGTH_MAX} characters`));

/** A `User-Agent` header truncated to the stored length; empty if it is missing or PostgreSQL cannot store it. */
export function toUserAgent(header: string | undefined): string {
  const text = (header ?? '').slice(0, USER_AGENT_LENGTH_MAX);
  return isStorable(text) ? text : '';
}
