/** One message as it goes out, in plain text. */
export type MailRequest = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Names the message for receivers, so that one that is sent twice is seen to be the same. */
  readonly id: string;
  readonly signal: AbortSignal;
};

/** What came of it: taken by the mail server, or why it was not; `isFinal` where trying again is of no use. */
export type MailAnswer = { readonly error: null } | { readonly error: string; readonly isFinal: boolean };

/** Hands messages to the operator’s mail server. */
export type Mailer = { send(request: MailRequest): Promise<MailAnswer> };
