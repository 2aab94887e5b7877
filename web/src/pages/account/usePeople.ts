import { useApiQuery } from '../../api/hooks.ts';
import { useMayInAccount, useRole } from '../../shell/useMay.ts';
import { ACCOUNT_PEOPLE } from './operations.ts';

/** The signed-in person, plus other people and invitations if visible to them. */
export function usePeople() {
  const isKnown = useRole() !== null;
  const ofAccount = useMayInAccount('READ');
  return useApiQuery(ACCOUNT_PEOPLE, { ofAccount }, { enabled: isKnown });
}
