import { useApiQuery } from '../../api/hooks.ts';
import { useMayInAccount, useRole } from '../../shell/useMay.ts';
import { ACCOUNT_PEOPLE } from './operations.ts';

/** The person who is signed in; the others and who is invited for those who may see them. */
export function usePeople() {
  const isKnown = useRole() !== null;
  const ofAccount = useMayInAccount('READ');
  return useApiQuery(ACCOUNT_PEOPLE, { ofAccount }, { enabled: isKnown });
}
