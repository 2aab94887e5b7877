import { Socket } from 'node:net';
import { lazily } from '../../core/lib/lazily.ts';
import type { MailAnswer, Mailer } from '../../core/mail/mailer.ts';

/** The operator's mail server: `config/smtp.ts` defines its shape. */
export type MailerOptions = {
  readonly host: string;
  readonly port: number;
  readonly security: 'tls' | 'starttls' | 'none';
  readonly login: { readonly user: string; readonly password: string } | null;
  readonly from: string;
};

/** Time limit for each step of the SMTP dialogue. */
const STEP_MS = 10_000;
/**
 * Maximum bytes of one reply, and of everything that a server sends while accepting a message, including certificates.
 * Each is normally a few KiB. The library has no limits: a reply of megabytes would block the event loop for seconds.
 */
const REPLY_BYTES_MAX = 16_384;
const CONVERSATION_BYTES_MAX = 65_536;
/** Poll interval for encrypted connections, whose bytes this code does not see. */
const POLL_MS = 10;
/** Maximum length of a server message, which is also logged. */
const ERROR_CHARS_MAX = 1_000;
/** SMTP reply codes from 500 upwards reject the message permanently (RFC 5321, section 4.2.1). */
const FINAL_REPLY = 500;

/** Prevents the library from reading files or addresses that a message names. */
const NO_ATTACHED_FILES = { disableFileAccess: true, disableUrlAccess: true };

const nodemailer = lazily(() => import('nodemailer'));

/**
 * Delivers messages to the operator's mail server over one connection each. The operator chooses the server, so the
 * egress rules do not apply. Its certificate is verified. Nothing is sent without TLS if TLS is required. Memory and
 * time are bounded regardless of the server's behavior. Tested by `test/core/mail/deliver.test.ts` and
 * `hostileServer.test.ts` in the same directory.
 */
export function createMailer(options: MailerOptions): Mailer {
  const domain = options.from.slice(options.from.lastIndexOf('@') + 1);
  return {
    async send({ id, to, subject, text, signal }) {
      const { createTransport } = await nodemailer();
      const socket = new BoundedSocket();
      const { host, port, security, login } = options;
      const transport = createTransport({
        host,
        port,
        secure: security === 'tls',
        requireTLS: security === 'starttls',
        ignoreTLS: security === 'none',
        ...(login && { auth: { user: login.user, pass: login.password } }),
        connectionTimeout: STEP_MS,
        greetingTimeout: STEP_MS,
        socketTimeout: STEP_MS,
        dnsTimeout: STEP_MS,
        maxResponseSize: REPLY_BYTES_MAX,
        socket,
      });
      const message = { from: options.from, to: { name: '', address: to }, subject, text };
      const headers = { 'auto-submitted': 'auto-generated' };
      try {
        await transport.sendMail({ ...message, headers, messageId: `<${id}@${domain}>`, signal, ...NO_ATTACHED_FILES });
        return { error: null };
      } catch (error) {
        return answerOf(error);
      } finally {
        transport.close();
        socket.destroy();
      }
    },
  };
}

/** Closes itself when the server exceeds the reply limit. */
class BoundedSocket extends Socket {
  #seen = 0;
  readonly #look = setInterval(() => this.#refuseBeyond(this.bytesRead), POLL_MS);

  constructor() {
    super();
    this.once('close', () => clearInterval(this.#look));
  }

  /**
   * Called with each chunk from the kernel before anything reads it. TLS connections skip it, so `LOOK_MS` covers them.
   */
  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    this.#seen += Buffer.isBuffer(chunk) ? chunk.length : 0;
    return this.#refuseBeyond(this.#seen) ? false : super.push(chunk, encoding);
  }

  #refuseBeyond(bytes: number): boolean {
    if (bytes <= CONVERSATION_BYTES_MAX) return false;
    this.destroy(new Error(`the mail server sent more than ${CONVERSATION_BYTES_MAX} bytes`));
    return true;
  }
}

/** The server's reply, or the reason why it was unreachable; never any sent data. */
function answerOf(error: unknown): MailAnswer {
  if (!(error instanceof Error)) return { error: 'the mail server is unreachable', isFinal: false };
  const code = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : null;
  const isAboutLogin = 'code' in error && error.code === 'EAUTH';
  if (isAboutLogin) return { error: 'the mail server rejects the login of TOOLYARD_SMTP_URL', isFinal: false };
  return { error: error.message.slice(0, ERROR_CHARS_MAX), isFinal: code !== null && code >= FINAL_REPLY };
}
