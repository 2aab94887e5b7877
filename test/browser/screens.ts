import { join } from 'node:path';

/** Ignored by git: looked at by people. */
export const SCREENSHOTS_DIR = join(import.meta.dirname, 'screenshots');

export const WIDTHS = { narrow: { width: 360, height: 800 }, wide: { width: 1440, height: 900 } } as const;
export type WidthName = keyof typeof WIDTHS;
export type Theme = 'light' | 'dark';
