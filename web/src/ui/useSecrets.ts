import { useState } from 'react';

/** New secrets, newest first. Each stays until it's copied, so a newer one doesn't hide it. */
export function useSecrets<Secret>() {
  const [secrets, setSecrets] = useState<readonly Secret[]>([]);
  return {
    secrets,
    show: (made: Secret) => setSecrets((now) => [made, ...now]),
    drop: (secret: Secret) => setSecrets((now) => now.filter((each) => each !== secret)),
  };
}
