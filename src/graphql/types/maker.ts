import { listMakerNames } from '../../core/accounts/maker.ts';
import { batched } from '../batched.ts';
import type { GraphqlContext } from '../context.ts';

const nameOf = batched(listMakerNames);

/** The field `makerName` of objects that a person or key creates. */
export const MAKER = {
  nullable: true,
  description: 'The e-mail address of the person, or the name of the API key, that created it; null if unknown.',
  resolve: ({ makerId }: { readonly makerId: string | null }, _args: object, context: GraphqlContext) =>
    makerId === null ? null : nameOf(context, makerId),
} as const;
