import type { ReactNode } from 'react';
import type { Right } from '../gql/graphql.ts';
import { Empty } from '../ui/Empty.tsx';
import { nameOfRole } from './roleWords.ts';
import { useMay, useMayInAccount, useMaySomewhere, useRole } from './useMay.ts';

type MayProps = { readonly right: Right; readonly children: ReactNode };

/** Renders only for people with the right, since the server would refuse the action. */
export function May({ right, children }: MayProps) {
  return useMay(right) ? children : null;
}

/** Requires the right in the whole account, even on a stack's page. */
export function MayInAccount({ right, children }: MayProps) {
  return useMayInAccount(right) ? children : null;
}

/** Requires the right in the account or in any stack. */
export function MaySomewhere({ right, children }: MayProps) {
  return useMaySomewhere(right) ? children : null;
}

type MayChangeProps = MayProps & { readonly isOfAccount?: boolean };

/** Makes its controls read-only without the right. With `isOfAccount`, the right must be in the whole account. */
export function MayChange({ right, isOfAccount = false, children }: MayChangeProps) {
  const [may, mayInAccount] = [useMay(right), useMayInAccount(right)];
  return (
    <fieldset className="stack" disabled={!(isOfAccount ? mayInAccount : may)}>
      {children}
    </fieldset>
  );
}

type MayOpenProps = MayProps & {
  /** The end of the sentence “Your role doesn’t let you …”. */
  readonly action: string;
  /** Whether the right in a single stack is enough. */
  readonly isSomewhere?: boolean;
};

/** Shows a page to people with a right, and an explanation to everyone else. */
export function MayOpen({ right, action, isSomewhere = false, children }: MayOpenProps) {
  const [inAccount, somewhere] = [useMayInAccount(right), useMaySomewhere(right)];
  const role = useRole();
  if (isSomewhere ? somewhere : inAccount) return children;
  // The role is still loading.
  if (role === null) return null;
  return (
    <Empty title={`Your role doesn’t let you ${action}`}>
      Your role in this account is {nameOfRole(role)}. If you need access, ask an owner or admin.
    </Empty>
  );
}
