/*
 * Builds `web/public/marks.svg`: the catalogue servers' logos from Simple Icons (CC0 1.0), one symbol each. For a
 * server without a logo, the dashboard generates a mark.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isJsonObject } from '../../src/core/lib/json.ts';

export const MARKS_FILE = 'web/public/marks.svg';

// The icon's name, if it differs from the id without hyphens.
const SLUGS: Readonly<Record<string, string>> = {
  bigquery: 'googlebigquery',
  'google-contacts': 'google',
  'hetzner-cloud': 'hetzner',
  everything: 'modelcontextprotocol',
  memory: 'modelcontextprotocol',
  filesystem: 'modelcontextprotocol',
  'sequential-thinking': 'modelcontextprotocol',
};

/** Lighter colors are hard to see on white, which is the background in both themes. */
const BRIGHTNESS_MAX = 200;
const DARK = '241C15';

const brightness = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue;
};

/** Icon colors by slug, without icons under another license. */
function coloursIn(icons: unknown): ReadonlyMap<string, string> {
  const free = (Array.isArray(icons) ? icons : []).filter((icon) => isJsonObject(icon) && !('license' in icon));
  return new Map(free.map((icon) => [slugOf(icon), String(icon['hex'])]));
}

const slugOf = (icon: Readonly<Record<string, unknown>>): string =>
  String(
    icon['slug'] ??
      String(icon['title'])
        .toLowerCase()
        .replaceAll(/[^a-z0-9]/g, ''),
  );

/** The sprite of the servers' marks, by id; it omits servers without a logo. */
export function marksSvg(serverIds: readonly string[]): string {
  const folder = dirname(createRequire(import.meta.url).resolve('simple-icons'));
  const colours = coloursIn(JSON.parse(readFileSync(join(folder, 'data/simple-icons.json'), 'utf8')));
  const symbols = serverIds.toSorted().flatMap((id) => {
    const slug = SLUGS[id] ?? id.replaceAll('-', '');
    const file = join(folder, `icons/${slug}.svg`);
    const original = colours.get(slug);
    if (original === undefined || !existsSync(file)) return [];
    const [, path = ''] = / d="([^"]+)"/.exec(readFileSync(file, 'utf8')) ?? [];
    const colour = brightness(original) > BRIGHTNESS_MAX ? DARK : original;
    return [`<symbol id="${id}" viewBox="0 0 24 24"><path fill="#${colour}" d="${path}"/></symbol>`];
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`;
}
