import { z } from 'zod';

/**
 * `full`: every enabled tool. `search`: the search tools, which find and call all others, and the pinned tools. `code`:
 * the tools that find all others and run programs that call them, and the pinned tools.
 */
export const LIST_MODES = ['full', 'search', 'code'] as const;
export type ListMode = (typeof LIST_MODES)[number];

/** A list mode in an input. */
export const listModeSchema = z.enum(LIST_MODES);

/** Whether a text, such as a query parameter, names a list mode. */
export const isListMode = (text: string): text is ListMode => LIST_MODES.some((mode) => mode === text);
