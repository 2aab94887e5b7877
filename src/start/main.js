// The entry point of `npm start`: enables Node's compile cache, then runs the service.
import { keepCompiled } from './compileCache.js';

keepCompiled(process.env['TOOLYARD_DATA_DIR']);
await import('../main.ts');
