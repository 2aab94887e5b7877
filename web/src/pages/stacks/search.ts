type Search = Readonly<Record<string, unknown>>;
type Texts<Key extends string> = Partial<Record<Key, string>>;

/** A search parameter as text: the router parses `42` as a number. Other types are dropped. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const only = <Key extends string>(key: Key, value: unknown): Texts<Key> => {
  const text = textOf(value);
  const texts: Texts<Key> = {};
  if (text !== undefined) texts[key] = text;
  return texts;
};

/** `server` is the server whose tools are expanded; empty for none. */
export const serversSearch = ({ server }: Search): Texts<'server'> => only('server', server);

/** `server` is the server to scroll to; `user` is the end user whose credentials are shown. */
export const credentialsSearch = ({ server, user }: Search): Texts<'server' | 'user'> => ({
  ...only('server', server),
  ...only('user', user),
});

/** `days` is the number of days that the figures cover, unless it's one. */
export const usageSearch = ({ days }: Search): { days?: 7 } => (days === 7 ? { days } : {});
