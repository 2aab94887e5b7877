import { CONNECTIONS } from './connections.ts';
import { COSTS } from './costs.ts';
import type { Fault } from './fault.ts';
import { LEAVING } from './leaving.ts';
import { LET_IN } from './letIn.ts';
import { REVIEWED } from './reviewed.ts';
import { STORED } from './stored.ts';

/** Egress and credentials, access, one account's cost to others, and stored data. */
export const FAULTS: readonly Fault[] = [...LEAVING, ...LET_IN, ...COSTS, ...CONNECTIONS, ...REVIEWED, ...STORED];
