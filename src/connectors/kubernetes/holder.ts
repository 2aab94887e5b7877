// The first process of a pod: does nothing itself, and ends with the launcher, which `exec` starts beside it; all other
// processes of the pod then end, too. `exec`, since container engines keep what a first process writes in files.
import { createServer } from 'node:net';

/** A pod whose instance died before it came ends by itself. */
const UNUSED_MS = 60_000;
/** For the exit code of the launcher to leave the pod. */
const LINGER_MS = 500;

const [socket = ''] = process.argv.slice(2);

const door = createServer((launcher) => {
  clearTimeout(unused);
  // Its file is removed: nobody else is let in.
  door.close();
  launcher.on('error', () => undefined).on('close', () => setTimeout(() => process.exit(0), LINGER_MS));
  launcher.resume();
});
const unused = setTimeout(() => process.exit(1), UNUSED_MS);
// The first process of a container ignores the signal unless it has a handler.
process.on('SIGTERM', () => process.exit(0));
door.listen(socket);
