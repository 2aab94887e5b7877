import type { Api } from './api.ts';
import { CliError } from './exit.ts';
import { isStackId } from './input.ts';
import { StackByNameDocument } from './operations/stacks.ts';

/** The id of a stack named by id or exact name. @throws CliError not_found */
export async function stackIdOf(api: Api, given: string): Promise<string> {
  if (isStackId(given)) return given;
  const { stack } = await api(StackByNameDocument, { name: given });
  if (!stack) throw stackNotFound(given);
  return stack.id;
}

export const stackNotFound = (given: string): CliError => new CliError('not_found', `Stack ${given} not found`);
