import type { AccountPeopleQuery } from '../../gql/graphql.ts';
import type { ListKind } from '../../lists/address.ts';
import { USED_SORTS } from '../../lists/made.ts';
import { byLatest, byText, type WholeKind } from '../../lists/whole.ts';
import { nameOfRole } from '../../shell/roleWords.ts';

export const KEY_LIST = {
  sorts: USED_SORTS,
  shows: [
    { value: 'all', label: 'All keys' },
    { value: 'active', label: 'Active' },
    { value: 'over', label: 'Revoked or expired' },
  ],
} as const satisfies ListKind;

type Person = NonNullable<AccountPeopleQuery['users']>[number];

export const PERSON_LIST: WholeKind<Person> = {
  sorts: [
    { value: 'oldest', label: 'Oldest first' },
    { value: 'name', label: 'Email' },
    { value: 'seen', label: 'Last signed in' },
  ],
  shows: [
    { value: 'all', label: 'All people' },
    { value: 'never', label: 'Never signed in' },
  ],
  textOf: ({ email, role }) => `${email} ${nameOfRole(role)}`,
  filters: { never: ({ lastSignInAt }) => lastSignInAt === null },
  orders: { name: byText(({ email }) => email), seen: byLatest(({ lastSignInAt }) => lastSignInAt) },
};
