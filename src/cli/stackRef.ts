import { type Api, allNodes } from './api.ts';
import { CliError } from './exit.ts';
import { isStackId } from './input.ts';
import { StackNamesDocument } from './operations/stacks.ts';

/** The id of a stack named by id or exact name. @throws CliError not_found */
export async function stackIdOf(api: Api, given: string): Promise<string> {
  if (isStackId(given)) return given;
  const stacks = await allNodes(async (after) => (await api(StackNamesDocument, { after })).stacks);
  const stack = stacks.find(({ name }) => name === given);
  if (!stack) throw stackNotFound(given);
  return stack.id;
}

export const stackNotFound = (given: string): CliError => new CliError('not_found', `Stack ${given} not found`);
