import { requireConditions } from '../decisions/attenuatedReach.ts';
import type { CalledTool } from '../decisions/checkedCall.ts';
import { requireReach } from '../endpoints/tokenReach.ts';
import type { PlacedFile } from '../files/placeholders.ts';
import { referencesIn, resolveReferences, withHandles } from '../files/references.ts';
import { tokenRestrictions } from '../kernel/actor.ts';
import type { Ctx } from '../kernel/context.ts';
import { joinSources, type ResultSource, requireFewSources } from '../results/source.ts';
import { checkInput, toInputObject } from '../schemas/inputValidator.ts';
import { extractKey } from './serviceKey.ts';

/**
 * Checks that a caller's token reaches a tool, and that the files and results in the input are the caller's. The input
 * must match the tool's schema and the token's attenuations. Every call, dry run and search for an earlier call starts
 * with these checks. `givenKey` is an idempotency key for the service, taken from the input. `sent` is the input for
 * the connector, with placeholders for the files. `earlier` has the sources of data that a program may pass.
 * @throws not_found, forbidden, invalid_input (with issues)
 */
export async function checkCall(
  ctx: Ctx,
  called: CalledTool,
  input: unknown,
  earlier: readonly ResultSource[] = NO_SOURCES,
) {
  const { snapshot, tool, toolName } = called;
  const reach = tokenRestrictions(ctx.actor);
  if (reach) requireReach(reach, tool.toolId, toolName);
  const rawInput = typeof input === 'string' ? toInputObject(input) : input;
  const references = referencesIn(rawInput);
  const resolved = references.length > 0 ? await resolveReferences(ctx, called, rawInput, references) : null;
  const { input: callInput, callerKey: givenKey } = extractKey(tool.keyPlace, resolved ? resolved.input : rawInput);
  const checking = checkInput(ctx, tool.inputSchema, toolName, callInput);
  const sent = checking instanceof Promise ? await checking : checking;
  const checked = resolved ? withHandles(sent, resolved.files) : sent;
  if (reach) await requireConditions(ctx, reach.attenuations, tool, checked);
  const sources = resolved ? joinSources(earlier, resolved.sources) : earlier;
  if (resolved) requireFewSources(sources);
  return {
    call: { snapshot, tool, input: checked, sources },
    givenKey,
    reach,
    sent,
    files: resolved?.files ?? NO_FILES,
  };
}

const NO_FILES: readonly PlacedFile[] = [];
const NO_SOURCES: readonly ResultSource[] = [];
