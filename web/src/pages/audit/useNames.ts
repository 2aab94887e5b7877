import { useMemo } from 'react';
import { useAsk } from '../../api/hooks.ts';
import { AUDIT_NAMES } from './operations.ts';

/** What people call those who act in the account and its stacks, by id; what is gone has no name here. */
export function useNames(): ReadonlyMap<string, string> {
  const { data } = useAsk(AUDIT_NAMES, {});
  return useMemo(() => {
    const people = (data?.users ?? []).map(({ id, email }) => [id, email] as const);
    const keys = (data?.apiKeys?.nodes ?? []).map(({ id, name }) => [id, name] as const);
    const stacks = (data?.stacks?.nodes ?? []).map(({ id, name }) => [id, name] as const);
    return new Map([...people, ...keys, ...stacks]);
  }, [data]);
}
