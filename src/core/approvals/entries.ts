import { z } from 'zod';
import type { Approval } from '../../generated/prisma/client.ts';
import { toRuleId, toToolId } from '../kernel/ids.ts';

const entriesSchema = z.array(
  z.object({
    ruleId: z.string().transform(toRuleId),
    toolId: z.string().transform(toToolId),
    definition: z.string(),
    digest: z.string(),
  }),
);

/** An announced call, without its input. */
export type Entry = z.output<typeof entriesSchema>[number];

/** The calls that an approval covers; null for an approval of one call. */
export const entriesOf = ({ announced }: Pick<Approval, 'announced'>): readonly Entry[] | null =>
  announced === null ? null : entriesSchema.parse(announced);
