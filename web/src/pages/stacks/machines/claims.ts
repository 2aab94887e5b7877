import { isRecord } from '../../../api/isRecord.ts';

/** A claim that a JWT must have, as a form asks for it: several values with commas between. */
export type ClaimRow = { readonly key: string; readonly claim: string; readonly values: string };

const valuesOf = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);

/** The rows as the API takes them; nothing for those that are empty. */
export function claimsOf(rows: readonly ClaimRow[]): Record<string, string[]> {
  const named = rows.filter(({ claim, values }) => claim.trim() !== '' || values.trim() !== '');
  return Object.fromEntries(named.map(({ claim, values }) => [claim.trim(), valuesOf(values)]));
}

/** What the API says of claims, a line each: `groups is one of engineering, support`. */
export const claimsText = (claims: unknown): readonly string[] =>
  isRecord(claims)
    ? Object.entries(claims).map(([claim, values]) => `${claim} = ${Array.isArray(values) ? values.join(' or ') : ''}`)
    : [];
