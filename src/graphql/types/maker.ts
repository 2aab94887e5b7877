import { toCallerId } from '../../core/kernel/ids.ts';
import type { GraphqlContext } from '../context.ts';
import { actorOf } from '../found.ts';
import { displayNameOf } from './actor.ts';

/** The field `makerName` of objects that a person or key creates: the display name of `maker`. */
export const MAKER = {
  nullable: true,
  description:
    'The e-mail address of the person, or the name of the API key, that created it. Null if unknown, or if the caller may not see the person or key.',
  resolve: async ({ makerId }: { readonly makerId: string | null }, _args: object, context: GraphqlContext) => {
    const maker = makerId === null ? null : await actorOf(context, toCallerId(makerId));
    return maker && displayNameOf(maker);
  },
} as const;
