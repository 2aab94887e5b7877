import type { Server, StackServer } from '../../generated/prisma/client.ts';
import { connectorSchema } from '../servers/document.ts';
import { type PinnedSkills, pinSkills, storedSkills } from '../servers/serverSkill.ts';

type Placed = Pick<StackServer, 'heldInstructions' | 'heldSkills'> & {
  readonly server: Pick<Server, 'connector' | 'skills'>;
};

/** The skills of a server in a stack. Null unless the server passes skills through. */
export function pinnedIn({ server, heldInstructions, heldSkills }: Placed): PinnedSkills | null {
  const connector = connectorSchema.parse(server.connector);
  if (!('passThrough' in connector) || !connector.passThrough?.includes('skills')) return null;
  return pinSkills(storedSkills(server.skills), heldInstructions === null ? null : storedSkills(heldSkills));
}
