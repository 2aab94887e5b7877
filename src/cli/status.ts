import { plural } from '../core/lib/text.ts';
import type { CredentialState } from '../generated/gql/graphql.ts';

type FieldState = { readonly fieldId: string; readonly state: CredentialState; readonly isMoved: boolean };
type Status = {
  readonly hasRequired: boolean;
  readonly required: readonly FieldState[];
  readonly optional: readonly FieldState[];
};

const states = (list: readonly FieldState[]): Record<string, string> =>
  Object.fromEntries(list.map(({ fieldId, state }) => [fieldId, state.toLowerCase()]));

/** The status in the account API's form. */
export const statusJson = ({ required, optional, hasRequired }: Status) => ({
  required_credentials: states(required),
  optional_credentials: states(optional),
  all_credentials_added: [...required, ...optional].every(({ state }) => state === 'ADDED'),
  required_credentials_added: hasRequired,
});

const MOVED = 'its destination changed: enter it again';

/** The required fields without a usable value, each with the reason if a value is stored. */
export const missingFields = ({ required }: Status): readonly string[] =>
  required
    .filter(({ state }) => state === 'MISSING')
    .map(({ fieldId, isMoved }) => (isMoved ? `${fieldId} (${MOVED})` : fieldId));

/**
 * The status of a server's credentials in a stack. `lacking` is the number of enabled tools that lack a credential in
 * addition to the required fields.
 */
export function statusText(status: Status, lacking: number): string {
  if (status.required.length + status.optional.length === 0) return 'none needed';
  if (!status.hasRequired) return `missing: ${missingFields(status).join(', ')}`;
  if (lacking > 0) return `missing for ${plural(lacking, 'tool')}`;
  const isAnyThere = [...status.required, ...status.optional].some(({ state }) => state === 'ADDED');
  return isAnyThere ? 'complete' : 'optional';
}

export const stateText = ({ state, isMoved }: FieldState): string =>
  isMoved ? `${state.toLowerCase()}: ${MOVED}` : state.toLowerCase();
