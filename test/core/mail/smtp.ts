import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A message received by the mail server: recipients and source. */
export type Received = { readonly to: readonly string[]; readonly source: string };

/**
 * A mail server in this process. `refuse` may return an error for a message, such as `Object.assign(new Error('…'), {
 * responseCode: 550 })`.
 */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const state: { refuse: () => Error | null } = { refuse: () => null };
  const server = new SMTPServer({
    ...{ logger: false, authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'], closeTimeout: 100 },
    ...options,
    onData(stream, session, done) {
      void text(stream).then((source) => {
        const error = state.refuse();
        if (!error) received.push({ to: session.envelope.rcptTo.map(({ address }) => address), source });
        done(error);
      });
    },
  });
  // Ignores errors, because in some tests the client disconnects.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  const { port } = listeningAt(listening.address());
  const close = () => new Promise<void>((resolve) => server.close(resolve));
  return { port, received, state, close };
}

function listeningAt(address: string | AddressInfo | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port');
  return address;
}
