import { useState } from 'react';

/** New secrets, newest first, each until it was copied: making another one hides none. */
export function useSecrets<Secret>() {
  const [secrets, setSecrets] = useState<readonly Secret[]>([]);
  return {
    secrets,
    show: (made: Secret) => setSecrets((now) => [made, ...now]),
    drop: (kept: Secret) => setSecrets((now) => now.filter((each) => each !== kept)),
  };
}
