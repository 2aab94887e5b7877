// Loaded into a bundled server before it starts if no namespace isolates its network.
import { createRequire, syncBuiltinESMExports } from 'node:module';

const require = createRequire(import.meta.url);
const refuse = (): never => {
  throw new Error('this program has no network');
};

require('node:net').Socket.prototype.connect = refuse;
require('node:net').Server.prototype.listen = refuse;
require('node:dgram').createSocket = refuse;
require('node:dgram').Socket = refuse;
syncBuiltinESMExports();
