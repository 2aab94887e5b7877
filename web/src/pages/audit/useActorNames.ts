import { useMemo } from 'react';
import { useAsk } from '../../api/hooks.ts';
import { AUDIT_ACTORS } from './operations.ts';

/** What people call those who act in the account, by id; whoever is gone has no name here. */
export function useActorNames(): ReadonlyMap<string, string> {
  const { data } = useAsk(AUDIT_ACTORS, {});
  return useMemo(() => {
    const people = (data?.users ?? []).map(({ id, email }) => [id, email] as const);
    const keys = (data?.apiKeys?.nodes ?? []).map(({ id, name }) => [id, name] as const);
    return new Map([...people, ...keys]);
  }, [data]);
}
