import { createHash } from 'node:crypto';
import { expect } from 'vitest';

/** Asserts that the page runs and loads only our script and the tab icon, and contains no rendering errors. */
export function expectStill(page: string): void {
  const rest = page
    .replace('<link rel="icon" href="/favicon.svg">', '')
    .replace(/<script type="module" src="\/assets\/site-[\w-]+\.js"><\/script>/, '')
    .replace(/<link rel="alternate" type="text\/markdown" href="[^"]+">/, '')
    .replace(/"[^"]*"/g, '""');
  expect(rest).not.toMatch(/<script|<link|<img|<iframe|<[^>]+\s(on\w+|style)=/i);
  // In code the word may be intentional.
  expect(page.replace(/<pre[\s\S]*?<\/pre>/g, '')).not.toMatch(/>undefined<|\[object Object/);
}

/** The policy allows the page's own style by its hash, and same-origin scripts, requests and icon. */
export function expectPageHeaders(headers: Headers, page: string): void {
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
  });
}
