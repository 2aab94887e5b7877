/** Whether people can be led to an address by a link: http or https, without a user or password in it. */
export function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}
