import type { ReactNode } from 'react';
import type { Right } from '../gql/graphql.ts';
import { Empty } from '../ui/Empty.tsx';
import { nameOfRole } from './roleWords.ts';
import { useMay, useMayInAccount, useMaySomewhere, useRole } from './useMay.ts';

type MayProps = { readonly right: Right; readonly children: ReactNode };

/** What only somebody with a right is offered: a button that the server would refuse is not there. */
export function May({ right, children }: MayProps) {
  return useMay(right) ? children : null;
}

/** The same for what takes the right in all of the account, also where it stands on the page of a stack. */
export function MayInAccount({ right, children }: MayProps) {
  return useMayInAccount(right) ? children : null;
}

/** The same for what is about one of several stacks that can be chosen. */
export function MaySomewhere({ right, children }: MayProps) {
  return useMaySomewhere(right) ? children : null;
}

type MayChangeProps = MayProps & { readonly isOfAccount?: boolean };

/**
 * Controls that show how things are: without the right they can be looked at, and not be changed. `isOfAccount`: it
 * takes the right in all of the account.
 */
export function MayChange({ right, isOfAccount = false, children }: MayChangeProps) {
  const [may, mayInAccount] = [useMay(right), useMayInAccount(right)];
  return (
    <fieldset className="stack" disabled={!(isOfAccount ? mayInAccount : may)}>
      {children}
    </fieldset>
  );
}

type MayOpenProps = MayProps & {
  /** What the page is for, as the rest of “Your role does not let you …”. */
  readonly what: string;
  /** Whether it is of use to whoever has the right in a single stack, too. */
  readonly isSomewhere?: boolean;
};

/** A page that is of no use without a right: says so to whoever comes by its address. */
export function MayOpen({ right, what, isSomewhere = false, children }: MayOpenProps) {
  const [inAccount, somewhere] = [useMayInAccount(right), useMaySomewhere(right)];
  const role = useRole();
  if (isSomewhere ? somewhere : inAccount) return children;
  // Not known yet.
  if (role === null) return null;
  return (
    <Empty title={`Your role does not let you ${what}`}>
      You are {nameOfRole(role)} in this account. Ask an owner or admin for another role if you need to.
    </Empty>
  );
}
