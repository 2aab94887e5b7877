import { CONNECTIONS } from './connections.ts';
import { COSTS } from './costs.ts';
import type { Fault } from './fault.ts';
import { LEAVING } from './leaving.ts';
import { LET_IN } from './letIn.ts';

/** What leaves and where credentials go, who is let in, what one account costs others. */
export const FAULTS: readonly Fault[] = [...LEAVING, ...LET_IN, ...COSTS, ...CONNECTIONS];
