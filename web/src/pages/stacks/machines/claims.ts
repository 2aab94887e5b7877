import type { RequiredClaimInput } from '../../../gql/graphql.ts';

/** Form input for a required claim; values are separated by commas. */
export type ClaimRow = { readonly key: string; readonly claim: string; readonly values: string };

const valuesOf = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);

/** Converts rows to input of the API, without empty ones. */
export function claimsOf(rows: readonly ClaimRow[]): RequiredClaimInput[] {
  const named = rows.filter(({ claim, values }) => claim.trim() !== '' || values.trim() !== '');
  return named.map(({ claim, values }) => ({ name: claim.trim(), values: valuesOf(values) }));
}

/** Claims from the API, one line each: `groups = engineering or support`. */
export const claimsText = (claims: readonly Readonly<RequiredClaimInput>[]): readonly string[] =>
  claims.map(({ name, values }) => `${name} = ${values.join(' or ')}`);
