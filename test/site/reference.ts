type Read = (path: string) => Promise<string>;

/** The paths of the reference: its index, and a page per tag. */
export async function referencePaths(read: Read): Promise<readonly string[]> {
  const links = (await read('/reference')).matchAll(/href="(\/reference\/[^"#]+)"/g);
  return ['/reference', ...new Set([...links].map(([, path = '']) => path))];
}

/** All pages of the reference as one text. */
export async function referenceText(read: Read): Promise<string> {
  return (await Promise.all((await referencePaths(read)).map(read))).join('\n');
}
