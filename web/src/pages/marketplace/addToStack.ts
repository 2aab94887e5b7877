import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import type { Target } from './AddDialog.tsx';
import { MARKETPLACE_CREATE_STACK } from './operations.ts';
import { type AddedServer, addServer } from './useStackChoice.ts';

/** In place of a stack's id: one that is made here. */
export const NEW_STACK = '';
const NAME_CHARS_MAX = 100;

export type AddChoice = {
  readonly stackId: string;
  readonly newName: string;
  readonly tools: 'all' | 'none' | 'some';
  /** The picked tools, which count where the choice is `some`. */
  readonly picked: ReadonlySet<string>;
};

export type Problem = { readonly field: 'stack' | 'name' | 'tools'; readonly message: string };

/** What has to be put right before it can be sent; null for nothing. */
export function addProblem({ stackId, newName, tools, picked }: AddChoice, hasServer: boolean): Problem | null {
  if (hasServer) return { field: 'stack', message: 'This stack has the server already. Choose another one.' };
  const length = newName.trim().length;
  if (stackId === NEW_STACK && (length === 0 || length > NAME_CHARS_MAX))
    return { field: 'name', message: `Give the stack a name of 1 to ${NAME_CHARS_MAX} characters.` };
  if (tools === 'some' && picked.size === 0) return { field: 'tools', message: 'Choose at least one tool, or “None”.' };
  return null;
}

/**
 * Makes the stack where it is a new one, and adds the server; `name` is that of a stack that is there. `onMade` is
 * called as soon as the new stack exists, also where adding the server then fails.
 */
export async function addToStack(
  serverId: string,
  { stackId, newName, tools, picked }: AddChoice,
  name: string,
  onMade: (stack: Target) => void,
): Promise<{ readonly added: AddedServer; readonly stack: Target }> {
  const stack = stackId === NEW_STACK ? await createStack(newName.trim()) : { id: stackId, name };
  if (stackId === NEW_STACK) onMade(stack);
  const enabled = tools === 'some' ? { enabledTools: [...picked] } : { enableAllTools: tools === 'all' };
  return { added: await addServer({ stackId: stack.id, serverId, ...enabled }), stack };
}

async function createStack(name: string): Promise<Target> {
  const input = { name, configuration: { analyticsEnabled: true } };
  const made = await sendOperation(MARKETPLACE_CREATE_STACK, { input });
  return payloadOf(made.createStack).stack;
}
