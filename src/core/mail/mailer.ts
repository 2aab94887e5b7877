/** One outgoing plain-text message. */
type MailRequest = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Identifies the message, so that receivers recognize a duplicate. */
  readonly id: string;
  readonly signal: AbortSignal;
};

/** The result: accepted by the mail server, or the error; `isFinal` if a retry is pointless. */
export type MailAnswer = { readonly error: null } | { readonly error: string; readonly isFinal: boolean };

/** Sends messages through the operator’s mail server. */
export type Mailer = { send(request: MailRequest): Promise<MailAnswer> };
