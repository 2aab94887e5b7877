import { COSTS } from './costs.ts';
import type { Fault } from './fault.ts';
import { LEAVING } from './leaving.ts';
import { LET_IN } from './letIn.ts';

/** In the order of `docs/security.md`: what leaves, where credentials go, who is let in, what one account costs others. */
export const FAULTS: readonly Fault[] = [...LEAVING, ...LET_IN, ...COSTS];
