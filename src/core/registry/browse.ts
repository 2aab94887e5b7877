import { z } from 'zod';
import { type Ctx, requesterOf } from '../kernel/context.ts';
import { requireManagement } from '../kernel/scope.ts';
import { parseInput } from '../lib/parse.ts';
import { isStorable } from '../lib/text.ts';
import { REGISTRY_PAGE_MAX, type RegistryEntry, type RegistryPage } from './registryPort.ts';

const ROWS_DEFAULT = 30;

const wellFormed = z.string().refine(isStorable, 'must be well-formed Unicode without NUL');
const browseInput = z.strictObject({
  search: wellFormed.max(200).nullish(),
  first: z.int().min(1).max(REGISTRY_PAGE_MAX).nullish(),
  after: wellFormed.min(1).max(1_024).nullish(),
});
const entryInput = z.strictObject({
  name: z
    .string()
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/, 'must be the name of an entry, such as io.github.user/weather'),
  version: wellFormed.min(1).max(255).nullish(),
});

/** A page of a registry, and the registry's address. */
export type BrowsedPage = RegistryPage & { readonly registryUrl: string };

/**
 * A page of the configured MCP registry, from `{ search?, first?, after? }`: 30 entries by default. Null if the
 * operator has turned the registry off. Tested by `test/connectors/registry/hostileRegistry.test.ts`.
 * @throws forbidden for an agent; invalid_input; as `RegistryReader.page`
 */
export async function browseRegistry(ctx: Ctx, input: unknown): Promise<BrowsedPage | null> {
  requireManagement(ctx.actor);
  const { search, first, after } = parseInput(browseInput, input, 'Invalid registry query');
  const { registry } = ctx;
  if (registry === null) return null;
  const trimmed = search?.trim() ?? '';
  const request = { search: trimmed === '' ? null : trimmed, limit: first ?? ROWS_DEFAULT, cursor: after ?? null };
  return { ...(await registry.page(request, requesterOf(ctx))), registryUrl: registry.url };
}

/**
 * An entry of the configured registry from `{ name, version? }`: by default the latest version. Null if there is none,
 * or if the operator has turned the registry off.
 * @throws as `browseRegistry`
 */
export async function findRegistryEntry(ctx: Ctx, input: unknown): Promise<RegistryEntry | null> {
  requireManagement(ctx.actor);
  const { name, version } = parseInput(entryInput, input, 'Invalid registry query');
  return (await ctx.registry?.entry(name, version ?? 'latest', requesterOf(ctx))) ?? null;
}
