import type { Attack } from '../attack.ts';
import { SCHEMA_ATTACKS } from './schemas.ts';
import { STREAM_ATTACKS } from './streams.ts';
import { UPSTREAM_ATTACKS } from './upstreams.ts';

export const ATTACKS: readonly Attack[] = [...SCHEMA_ATTACKS, ...UPSTREAM_ATTACKS, ...STREAM_ATTACKS];
