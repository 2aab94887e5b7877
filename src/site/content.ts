import { type Content, toContent } from '../wire/content.ts';

const CACHE = 'public, max-age=300';

/** The site's content at one address. */
export const siteContent = (headers: Readonly<Record<string, string>>, body: string): Content =>
  toContent({ ...headers, 'cache-control': CACHE }, body);
