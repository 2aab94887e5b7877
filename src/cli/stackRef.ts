import type { Api } from './api.ts';
import { CliError } from './exit.ts';
import { isStackId } from './input.ts';
import { StackByNameDocument } from './operations/stacks.ts';

/** The id of a stack named by id or exact name. @throws CliError not_found */
export async function stackIdOf(api: Api, input: string): Promise<string> {
  if (isStackId(input)) return input;
  const { stack } = await api(StackByNameDocument, { name: input });
  if (!stack) throw stackNotFound(input);
  return stack.id;
}

export const stackNotFound = (input: string): CliError => new CliError('not_found', `Stack ${input} not found`);
