import { parentPort } from 'node:worker_threads';
import type { JsonObject } from '../lib/json.ts';
import { schemaProblem } from './validate.ts';

parentPort?.on('message', (schemas: readonly JsonObject[]) => parentPort?.postMessage(schemas.map(schemaProblem)));
