import { useEffect, useState } from 'react';
import { ask } from '../api/ask.ts';
import { SHELL_ME } from '../shell/operations.ts';

type Person = { readonly state: 'asking' | 'nobody' } | { readonly state: 'somebody'; readonly email: string };

async function whoIsThere(signal: AbortSignal): Promise<Person> {
  try {
    const { me } = await ask(SHELL_ME, {}, signal);
    return me ? { state: 'somebody', email: me.email } : { state: 'nobody' };
  } catch {
    return { state: signal.aborted ? 'asking' : 'nobody' };
  }
}

/** As whom operations run without a header of one's own. */
export function SignedInAs() {
  const [person, setPerson] = useState<Person>({ state: 'asking' });
  useEffect(() => {
    const given = new AbortController();
    whoIsThere(given.signal).then((found) => {
      if (!given.signal.aborted) setPerson(found);
    });
    return () => given.abort();
  }, []);
  if (person.state === 'asking') return <p className="explorer__who" aria-busy="true" />;
  if (person.state === 'somebody') return <p className="explorer__who">Signed in: {person.email}</p>;
  return (
    <p className="explorer__who">
      <a href="/signin?next=%2Fgraphiql">Sign in</a> or put an API key into the Headers tab
    </p>
  );
}
