/** True for an http(s) address without user or password: one that may be linked to, or read a document from. */
export function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}
