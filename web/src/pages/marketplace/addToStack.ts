import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import type { Target } from './AddDialog.tsx';
import { MARKETPLACE_CREATE_STACK } from './operations.ts';
import { type AddedServer, addServer } from './useStackChoice.ts';

/** Placeholder ID for a new stack. */
export const NEW_STACK = '';
export const NAME_CHARS_MAX = 100;

export type AddChoice = {
  readonly stackId: string;
  readonly newName: string;
  readonly tools: 'all' | 'none' | 'some';
  /** The picked tools, used if the choice is `some`. */
  readonly picked: ReadonlySet<string>;
};

export type Problem = { readonly field: 'stack' | 'name' | 'tools'; readonly message: string };

/** The problem to fix before submitting; null if none. */
export function addProblem({ stackId, newName, tools, picked }: AddChoice, hasServer: boolean): Problem | null {
  if (hasServer) return { field: 'stack', message: 'This stack already has the server. Choose another one.' };
  const length = newName.trim().length;
  if (stackId === NEW_STACK && (length === 0 || length > NAME_CHARS_MAX))
    return { field: 'name', message: `Enter a name of 1 to ${NAME_CHARS_MAX} characters.` };
  if (tools === 'some' && picked.size === 0) return { field: 'tools', message: 'Select at least one tool, or “None”.' };
  return null;
}

/**
 * Creates the stack if it's new, then adds the server. `onMade` runs as soon as the new stack exists, even if adding
 * the server then fails.
 */
export async function addToStack(
  serverId: string,
  { stackId, newName, tools, picked }: AddChoice,
  onMade: (stack: Target) => void,
): Promise<AddedServer> {
  const made = stackId === NEW_STACK ? await createStack(newName.trim()) : null;
  if (made) onMade(made);
  const enabled = tools === 'some' ? { enabledTools: [...picked] } : { hasAllTools: tools === 'all' };
  return addServer({ stackId: made?.id ?? stackId, serverId, ...enabled });
}

async function createStack(name: string): Promise<Target> {
  const input = { name, configuration: { isRecorded: true } };
  const made = await sendOperation(MARKETPLACE_CREATE_STACK, { input });
  return payloadOf(made.createStack).stack;
}
