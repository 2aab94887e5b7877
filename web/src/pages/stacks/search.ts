type Search = Readonly<Record<string, unknown>>;
type Texts<Key extends string> = Partial<Record<Key, string>>;

/** What an address says after the `?`, as text: the router reads `42` as a number. Anything else is dropped. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const only = <Key extends string>(key: Key, value: unknown): Texts<Key> => {
  const text = textOf(value);
  const found: Texts<Key> = {};
  if (text !== undefined) found[key] = text;
  return found;
};

/** `server` is the one whose tools are open; empty for none. */
export const serversSearch = ({ server }: Search): Texts<'server'> => only('server', server);

/** `server` is the one to begin with, `user` an end user whose credentials are shown. */
export const credentialsSearch = ({ server, user }: Search): Texts<'server' | 'user'> => ({
  ...only('server', server),
  ...only('user', user),
});

/** `days` is how far the figures go back, if not one. */
export const usageSearch = ({ days }: Search): { days?: 7 } => (days === 7 ? { days } : {});
