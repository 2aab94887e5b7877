import type { StacksServerFragment } from '../../../gql/graphql.ts';

type DeclaredField = StacksServerFragment['server']['credentialFields'][number];

/** One of several alternative sets of fields. */
export type Choice = {
  readonly key: string;
  readonly label: string;
  readonly toolCount: number;
  /** The number of values to enter, not counting an OAuth application's. */
  readonly count: number;
  /** Includes the fields of an OAuth application. */
  readonly fields: readonly DeclaredField[];
};

/** Fields of the OAuth application that a field signs in with. */
export const clientOf = ({ signIn }: DeclaredField, fields: readonly DeclaredField[]): readonly DeclaredField[] =>
  fields.filter(({ id }) => signIn?.clientFieldIds.includes(id));

/**
 * The values typed into the visible fields, and the fields to store as empty. Fields of other alternatives aren't sent.
 */
export const typedInto = (
  fields: readonly Pick<DeclaredField, 'id'>[],
  values: Readonly<Record<string, string>>,
  emptied: ReadonlySet<string>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fields.flatMap(({ id }) => {
      const value = values[id] ?? '';
      return value === '' && !emptied.has(id) ? [] : [[id, value] as const];
    }),
  );

type ChoosingServer = Pick<StacksServerFragment['server'], 'credentialChoices' | 'credentialFields'>;

/** A server's alternatives; empty if there is no choice. */
function choicesOf({ credentialChoices, credentialFields }: ChoosingServer): readonly Choice[] {
  const choices = credentialChoices.map(({ fieldIds, toolCount }): Choice => {
    const own = credentialFields.filter(({ id }) => fieldIds.includes(id));
    const clients = own.flatMap((field) => clientOf(field, credentialFields));
    const named = own.filter((field) => !clients.includes(field));
    return {
      count: named.length,
      key: fieldIds.join(),
      label: named.map(({ name, signIn }) => (signIn === null ? name : `Sign in: ${name}`)).join(' and '),
      toolCount,
      fields: credentialFields.filter((field) => own.includes(field) || clients.includes(field)),
    };
  });
  // Alternatives with the fewest values come first.
  return choices.length > 1 ? choices.toSorted((one, other) => one.count - other.count) : [];
}

/**
 * The fields to show: fields that belong to no alternative, and one alternative. Prefers the given alternative, then
 * the stored one, then the first.
 */
export function chooseFrom(server: ChoosingServer, isAdded: (field: DeclaredField) => boolean, key: string | null) {
  const choices = choicesOf(server);
  const isComplete = ({ fields }: Choice): boolean => fields.every(isAdded);
  const chosen = choices.find((each) => each.key === key) ?? choices.find(isComplete) ?? choices[0] ?? null;
  const isNeeded = (field: DeclaredField): boolean => field.isRequired || (chosen?.fields.includes(field) ?? false);
  const isShown = (field: DeclaredField): boolean =>
    isNeeded(field) || !choices.some(({ fields }) => fields.includes(field));
  return { choices, chosen, isComplete, isNeeded, fields: server.credentialFields.filter(isShown) };
}
