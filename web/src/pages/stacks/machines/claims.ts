import { isRecord } from '../../../api/isRecord.ts';

/** Form input for a required claim; values are separated by commas. */
export type ClaimRow = { readonly key: string; readonly claim: string; readonly values: string };

const valuesOf = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);

/** Converts rows to input of the API, without empty ones. */
export function claimsOf(rows: readonly ClaimRow[]): Record<string, string[]> {
  const named = rows.filter(({ claim, values }) => claim.trim() !== '' || values.trim() !== '');
  return Object.fromEntries(named.map(({ claim, values }) => [claim.trim(), valuesOf(values)]));
}

/** Claims from the API, one line each: `groups = engineering or support`. */
export const claimsText = (claims: unknown): readonly string[] =>
  isRecord(claims)
    ? Object.entries(claims).map(([claim, values]) => `${claim} = ${Array.isArray(values) ? values.join(' or ') : ''}`)
    : [];
