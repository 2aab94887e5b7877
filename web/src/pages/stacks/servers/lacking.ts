import type { StacksServerFragment } from '../../../gql/graphql.ts';

type Tool = { readonly credentialSets: readonly { readonly fieldIds: readonly string[] }[] };

type Placed = {
  readonly server: { readonly credentialFields: readonly { readonly id: string; readonly name: string }[] };
  readonly credentialMode: StacksServerFragment['credentialMode'];
  readonly credentialStatus: {
    readonly [K in 'required' | 'optional']: readonly { readonly fieldId: string; readonly state: string }[];
  };
};

/**
 * Credentials that this tool needs and its server's other tools don't. Null if none are missing, or if calls may use an
 * end user's.
 */
export function lackingIn(
  { credentialSets }: Tool,
  { server, credentialMode, credentialStatus }: Placed,
): string | null {
  if (credentialMode !== 'STACK') return null;
  const fields = [...credentialStatus.required, ...credentialStatus.optional];
  const isAdded = (id: string): boolean => fields.some(({ fieldId, state }) => fieldId === id && state === 'ADDED');
  const lacking = credentialSets.map(({ fieldIds }) => fieldIds.filter((id) => !isAdded(id)));
  if (lacking.length === 0 || lacking.some((set) => set.length === 0)) return null;
  const nameOf = (id: string): string => server.credentialFields.find((field) => field.id === id)?.name ?? id;
  return lacking.map((set) => set.map(nameOf).join(' and ')).join(' or ');
}
