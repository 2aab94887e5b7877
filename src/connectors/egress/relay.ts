// Runs inside the sandbox, before a program with internet access. It forwards a port of the sandbox's network to the
// egress proxy, whose socket is the only way out, and ends with the program. Tested by
// `test/connectors/stdio/escape.test.ts`.
import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';

/** `RELAY_PORT` of `programProxy.ts`. */
const PORT = 3128;

const [socket = '', command = '', ...args] = process.argv.slice(2);

const relay = createServer((program) => {
  const proxy = connect(socket);
  program.pipe(proxy).pipe(program);
  program.on('error', () => proxy.destroy());
  proxy.on('error', () => program.destroy());
});

relay.listen(PORT, '127.0.0.1', () => {
  const child = spawn(command, args, { stdio: 'inherit' });
  child.on('error', () => process.exit(127));
  child.on('exit', (code) => process.exit(code ?? 1));
});

// The program also receives the signal and decides when to end. If it doesn't end, it is killed.
process.on('SIGTERM', () => undefined);
