// What `npm start` runs: the service, once what Node has compiled of it before is at hand.
import { keepCompiled } from './compileCache.js';

keepCompiled(process.env['TOOLYARD_DATA_DIR']);
await import('../main.ts');
