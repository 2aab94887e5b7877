// Loaded into a server that comes with the product, before it, where no namespace takes the network away.
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
