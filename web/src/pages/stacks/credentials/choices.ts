import type { StacksServerFragment } from '../../../gql/graphql.ts';

type DeclaredField = StacksServerFragment['server']['credentialFields'][number];

/** One of several sets of fields that each is enough. */
export type Choice = {
  /** Tells it from the others. */
  readonly key: string;
  /** Its fields in words. */
  readonly label: string;
  readonly toolCount: number;
  /** How many values somebody gives, without those of an OAuth application. */
  readonly count: number;
  /** With those of the OAuth application that one of them is signed in with. */
  readonly fields: readonly DeclaredField[];
};

/** The fields for the OAuth application that a field is signed in with. */
export const clientOf = ({ signIn }: DeclaredField, fields: readonly DeclaredField[]): readonly DeclaredField[] =>
  fields.filter(({ id }) => signIn?.clientFieldIds.includes(id));

/** The values typed into the fields shown, and the empty ones to store. Fields of another choice are not sent. */
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

/** The alternatives that a server leaves; empty where there is nothing to choose. */
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
  // Alternatives with fewer values to enter come first.
  return choices.length > 1 ? choices.toSorted((one, other) => one.count - other.count) : [];
}

/**
 * What to show of a server's fields: of several choices the one with that key, else the one that is there already, else
 * the first; and whatever is none of the choices'.
 */
export function chooseFrom(server: ChoosingServer, isAdded: (field: DeclaredField) => boolean, key: string | null) {
  const choices = choicesOf(server);
  const isComplete = ({ fields }: Choice): boolean => fields.every(isAdded);
  const chosen = choices.find((each) => each.key === key) ?? choices.find(isComplete) ?? choices[0] ?? null;
  const isNeeded = (field: DeclaredField): boolean => field.required || (chosen?.fields.includes(field) ?? false);
  const isShown = (field: DeclaredField): boolean =>
    isNeeded(field) || !choices.some(({ fields }) => fields.includes(field));
  return { choices, chosen, isComplete, isNeeded, fields: server.credentialFields.filter(isShown) };
}
