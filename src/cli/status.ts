import type { CredentialState } from '../generated/gql/graphql.ts';

type FieldState = { readonly fieldId: string; readonly state: CredentialState };
type Status = {
  readonly requiredAdded: boolean;
  readonly required: readonly FieldState[];
  readonly optional: readonly FieldState[];
};

const states = (list: readonly FieldState[]): Record<string, string> =>
  Object.fromEntries(list.map(({ fieldId, state }) => [fieldId, state.toLowerCase()]));

/** The status in the account API's form. */
export const statusJson = ({ required, optional, requiredAdded }: Status) => ({
  required_credentials: states(required),
  optional_credentials: states(optional),
  all_credentials_added: [...required, ...optional].every(({ state }) => state === 'ADDED'),
  required_credentials_added: requiredAdded,
});

export const missingFields = ({ required }: Status): readonly string[] =>
  required.filter(({ state }) => state === 'MISSING').map(({ fieldId }) => fieldId);

export function statusText(status: Status): string {
  if (status.required.length + status.optional.length === 0) return 'none needed';
  return status.requiredAdded ? 'complete' : `missing: ${missingFields(status).join(', ')}`;
}

/** One row per field. */
export const statusRows = ({ required, optional }: Status): readonly (readonly string[])[] => [
  ...required.map(({ fieldId, state }) => [fieldId, 'required', state.toLowerCase()]),
  ...optional.map(({ fieldId, state }) => [fieldId, 'optional', state.toLowerCase()]),
];
