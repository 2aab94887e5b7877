import type { ReactNode } from 'react';
import type { Right } from '../gql/graphql.ts';
import { Empty } from '../ui/Empty.tsx';
import { nameOfRole } from './roleWords.ts';
import { useMay, useRole } from './useMay.ts';

type MayProps = { readonly right: Right; readonly children: ReactNode };

/** What only somebody with a right is offered: a button that the server would refuse is not there. */
export function May({ right, children }: MayProps) {
  return useMay(right) ? children : null;
}

/** Controls that show how things are: without the right they can be looked at, and not be changed. */
export function MayChange({ right, children }: MayProps) {
  const may = useMay(right);
  return (
    <fieldset className="stack" disabled={!may}>
      {children}
    </fieldset>
  );
}

type MayOpenProps = MayProps & {
  /** What the page is for, as the rest of “Your role does not let you …”. */
  readonly what: string;
};

/** A page that is of no use without a right: says so to whoever comes by its address. */
export function MayOpen({ right, what, children }: MayOpenProps) {
  const may = useMay(right);
  const role = useRole();
  if (may) return children;
  // Not known yet.
  if (role === null) return null;
  return (
    <Empty title={`Your role does not let you ${what}`}>
      You are {nameOfRole(role)} in this account. Ask an owner or admin for another role if you need to.
    </Empty>
  );
}
