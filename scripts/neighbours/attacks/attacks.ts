import type { Attack } from '../attack.ts';
import { ANSWER_ATTACKS } from './answers.ts';
import { CONNECTION_ATTACKS } from './connections.ts';
import { OBJECT_ATTACKS } from './objects.ts';
import { REQUEST_ATTACKS } from './requests.ts';
import { RESULT_ATTACKS } from './results.ts';
import { SCHEMA_ATTACKS } from './schemas.ts';
import { STALL_ATTACKS } from './stalls.ts';
import { STREAM_ATTACKS } from './streams.ts';
import { UPLOAD_ATTACKS } from './uploads.ts';
import { UPSTREAM_ATTACKS } from './upstreams.ts';

export const ATTACKS: readonly Attack[] = [
  ...SCHEMA_ATTACKS,
  ...UPSTREAM_ATTACKS,
  ...RESULT_ATTACKS,
  ...STREAM_ATTACKS,
  ...OBJECT_ATTACKS,
  ...REQUEST_ATTACKS,
  ...UPLOAD_ATTACKS,
  ...CONNECTION_ATTACKS,
  ...ANSWER_ATTACKS,
  ...STALL_ATTACKS,
];
