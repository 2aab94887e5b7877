import { expect } from 'vitest';

export const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
/** A key's last use, recorded asynchronously. */
export const TIME_OR_NONE = expect.toBeOneOf([TIME, null]);
export const NEW_STACK_ID = expect.stringMatching(
  /^stack_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
);

export const detail = (text: string) => ({ detail: text });
/** The upstream's error that the shop's failing tools get. */
export const shopError = (status: number) => ({
  upstream: {
    status,
    content_type: 'application/json',
    body: { error: { message: 'no\nluck at http://x.test/?key=1' } },
  },
});
export const error = (text: string) => ({ error: text });
export const message = (text: string) => ({ message: text });

/** A stack as in every response except the list. */
export const stackBody = (stack_id: unknown, stack_name: string, analytics_enabled = false) => ({
  stack_id,
  stack_name,
  configuration: { analytics_enabled },
  servers: [],
  created_at: TIME,
  updated_at: TIME,
});
