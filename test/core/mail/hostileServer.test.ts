import { createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createMailer, type MailerOptions } from '../../../src/connectors/smtp/mailer.ts';
import { listenOnLoopback } from '../../harness/listen.ts';

/** A mail server's behavior on a connection. */
type Misdeed = (socket: Socket) => void;

/** Writes the same text repeatedly, as fast as the client reads it. */
function flood(socket: Socket, piece: string): void {
  const write = (): void => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', write);
  write();
}

/** A server that greets, and answers each command with its entry in `replies`, or with `250 ok`. */
const server =
  (replies: Readonly<Record<string, string | Misdeed>>): Misdeed =>
  (socket) => {
    socket.write('220 mail.test\r\n');
    socket.on('data', (data) => {
      const reply = replies[String(data).slice(0, 4)] ?? '250 ok\r\n';
      if (typeof reply === 'string') socket.write(reply);
      else reply(socket);
    });
  };

const LINE = 'a'.repeat(500);
const KIB_64 = 'a'.repeat(65_536);
const STARTTLS = '250-mail.test\r\n250 STARTTLS\r\n';
const TOO_MUCH = /more than 65536 bytes|exceeds maximum allowed size/;

const TOO_LONG: Readonly<Record<string, Misdeed>> = {
  'a greeting without an end': (socket) => flood(socket, KIB_64),
  'a greeting of lines without an end': (socket) => flood(socket, `220-${LINE}\r\n`.repeat(100)),
  'blank lines in place of a greeting': (socket) => flood(socket, '\r\n'.repeat(30_000)),
  'replies that nobody asked for': server({ EHLO: (socket) => flood(socket, '250 ok\r\n'.repeat(8_000)) }),
  'an EHLO of lines without an end': server({ EHLO: (socket) => flood(socket, `250-${LINE}\r\n`.repeat(100)) }),
  'a refusal of 900 KB in one reply': server({ MAIL: `550-${'x'.repeat(900_000)}\r\n550 no\r\n` }),
  'a line without an end for the text': server({
    DATA: (socket) => {
      socket.write('354 go\r\n');
      socket.once('data', () => flood(socket, KIB_64));
    },
  }),
};

const TLS: Readonly<Record<string, Misdeed>> = {
  'does not offer it': server({}),
  'offers and refuses it': server({ EHLO: STARTTLS, STAR: '454 not now\r\n' }),
  'takes it and goes on in plain text': server({ EHLO: STARTTLS, STAR: '220 go\r\n250-mail.test\r\n250 ok\r\n' }),
  'floods the handshake': server({ EHLO: STARTTLS, STAR: (socket) => flood(socket, `220 go\r\n${KIB_64}`) }),
};

/** A message's result, the commands that the server received, and when the connection ended. */
async function sendTo(misdeed: Misdeed, options: Partial<MailerOptions> = {}, signal = new AbortController().signal) {
  const heard: string[] = [];
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const listener = createServer((socket) => {
    socket.on('error', () => undefined).on('close', () => resolve());
    socket.on('data', (data) => heard.push(String(data)));
    misdeed(socket);
  });
  const port = await listenOnLoopback(listener);
  const mailer = createMailer({
    host: '127.0.0.1',
    port,
    security: 'none',
    login: null,
    from: 'a@ours.test',
    ...options,
  });
  const answer = await mailer.send({ id: 'mail', to: 'b@theirs.test', subject: 'Secret', text: 'secret', signal });
  await closed;
  listener.close();
  return { answer, sent: heard.join('') };
}

it.each(Object.entries(TOO_LONG))(
  `of ${Object.keys(TOO_LONG).length} oversized replies: %s, no more is read`,
  async (_name, misdeed) => {
    const { answer } = await sendTo(misdeed);
    expect(answer).toMatchObject({ error: expect.stringMatching(TOO_MUCH), isFinal: false });
  },
);

it('a server’s reason is stored truncated', async () => {
  const { answer } = await sendTo(server({ MAIL: `550 ${'x'.repeat(10_000)}\r\n` }));
  expect(answer).toMatchObject({ error: expect.stringContaining('550 xxx'), isFinal: true });
  expect(answer.error?.length).toBeLessThanOrEqual(1_000);
});

it('a server that never replies is disconnected after a timeout', async () => {
  const time = new AbortController();
  const misdeed: Misdeed = () => time.abort();
  expect((await sendTo(misdeed, {}, time.signal)).answer.error).not.toBeNull();
});

it.each(Object.entries(TLS))(
  `of ${Object.keys(TLS).length} TLS servers: one that %s gets neither login nor message`,
  async (_name, misdeed) => {
    const { answer, sent } = await sendTo(misdeed, {
      security: 'starttls',
      login: { user: 'toolyard', password: 'hidden' },
    });
    expect(answer.error).not.toBeNull();
    expect(sent).not.toMatch(/AUTH|MAIL FROM|hidden|secret|toolyard/);
  },
);

it('a server without implicit TLS gets nothing when that is required', async () => {
  const { answer, sent } = await sendTo(server({}), { security: 'tls' });
  expect(answer.error).not.toBeNull();
  expect(sent).not.toMatch(/EHLO|MAIL/);
});
