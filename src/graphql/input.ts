import { type StackId, toEndpointId, toStackId } from '../core/kernel/ids.ts';
import { AppError } from '../core/lib/errors.ts';
import { isRecord } from '../core/lib/json.ts';

/** Removes null members, because verbs leave only absent fields unchanged. */
export function withoutNulls(input: object): Record<string, unknown> {
  const set = Object.entries(input).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(set.map(([name, value]) => [name, isRecord(value) ? withoutNulls(value) : value]));
}

/** A parsed id, or null if none was sent. */
export const orNull = <T>(text: string | null | undefined, parse: (text: string) => T): T | null =>
  text === null || text === undefined ? null : parse(text);

/**
 * The only argument sent, and its name. Fields that find one object take its id or its names.
 * @throws invalid_input for none or several
 */
export function onlyArgument<const K extends string>(
  names: readonly K[],
  args: { readonly [N in K]?: string | null | undefined },
): readonly [K, string] {
  const set = names.flatMap((name): (readonly [K, string])[] => {
    const value = args[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  const [one, ...more] = set;
  if (!one || more.length > 0)
    throw new AppError('invalid_input', `Pass exactly one of these arguments: ${names.join(', ')}`);
  return one;
}

type Place = { readonly stackId?: string | null | undefined; readonly endpointId?: string | null | undefined };

/**
 * An input with the parsed ids of its stack and endpoint. An empty text is an unknown id, not an absent one. Otherwise,
 * a rule for one endpoint would apply to the whole account.
 */
export const withPlace = <I extends Place>({ stackId, endpointId, ...rest }: I) => ({
  ...rest,
  stackId: orNull(stackId, toStackId),
  endpointId: orNull(endpointId, toEndpointId),
});

type Filter = { readonly stackId?: string | null | undefined };
type OfStack = { readonly stackId: StackId | null };

/** A filter with the parsed id of its stack; an empty text counts as absent. */
export const withStack = <F extends Filter>({ stackId, ...rest }: F): Omit<F, 'stackId'> & OfStack => ({
  ...rest,
  stackId: stackId ? toStackId(stackId) : null,
});
