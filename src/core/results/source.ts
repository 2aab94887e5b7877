import { z } from 'zod';
import type { ServerId, ToolId } from '../kernel/ids.ts';
import { AppError } from '../lib/errors.ts';

/**
 * A tool whose output is in a stored result or file, and the label that its results had (`policies/resultLabels.ts`).
 * The ids of an upload are empty, and so is a missing label.
 */
export type ResultSource = { readonly server: string; readonly tool: string; readonly label: string };

/** An upload without a label. */
export const NO_SOURCE: ResultSource = { server: '', tool: '', label: '' };

/** The label of results: 1 to 64 characters. */
export const labelSchema = z.string().regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -');

const storedSources = z.array(z.object({ server: z.string(), tool: z.string(), label: z.string() }));

/** The stored sources of a result. A result without any was stored by an earlier release. */
export function toSources(stored: unknown, earlier: ResultSource = NO_SOURCE): readonly ResultSource[] {
  const sources = storedSources.parse(stored);
  return sources.length > 0 ? sources : [earlier];
}

type SourceTool = {
  readonly toolId: ToolId;
  readonly resultLabel: string;
  readonly server: { readonly slug: ServerId };
};

/** The source of a tool's results. */
export const sourceOf = ({ toolId, resultLabel, server }: SourceTool): ResultSource => ({
  server: server.slug,
  tool: toolId,
  label: resultLabel,
});

/** Maximum sources of a result. None is dropped silently, because rules must see all. */
const SOURCES_MAX = 128;

/** @throws invalid_input unless a result can have these sources and that of one more tool */
export function requireFewSources({ length }: readonly ResultSource[]): void {
  if (length >= SOURCES_MAX)
    throw new AppError('invalid_input', `The results passed come from ${SOURCES_MAX} tools or more`);
}

/** All sources, each once. */
export const joinSources = (...lists: readonly (readonly ResultSource[])[]): readonly ResultSource[] => [
  ...new Map(lists.flat().map((source) => [`${source.server} ${source.tool} ${source.label}`, source])).values(),
];
