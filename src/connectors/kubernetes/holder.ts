// The first process of a pod, which stays idle. `exec` starts the launcher. When the launcher ends, this process and
// all others in the pod end. The program isn't the first process, because container engines write that one's output to
// files.
import { createServer } from 'node:net';

/** How long a pod waits for its launcher. After that it exits, because its instance is dead. */
const UNUSED_MS = 60_000;
/** Time for the launcher's exit code to leave the pod. */
const LINGER_MS = 500;

const [socket = ''] = process.argv.slice(2);

const door = createServer((launcher) => {
  clearTimeout(unused);
  // The socket file is removed, so that no other process can connect.
  door.close();
  launcher.on('error', () => undefined).on('close', () => setTimeout(() => process.exit(0), LINGER_MS));
  launcher.resume();
});
const unused = setTimeout(() => process.exit(1), UNUSED_MS);
// The first process of a container ignores the signal unless it has a handler.
process.on('SIGTERM', () => process.exit(0));
door.listen(socket);
