const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Where the calls of a server document go; null for one that is a program. */
export function addressOf(document: unknown): string | null {
  const connector = isObject(document) ? document['connector'] : null;
  if (!isObject(connector)) return null;
  const address = connector['baseUrl'] ?? connector['url'];
  return typeof address === 'string' ? address : null;
}
