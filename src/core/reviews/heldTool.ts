import type { KeptDefinition, Server, Tool } from '../../generated/prisma/client.ts';
import { storedObject, storedObjectOrNull } from '../lib/storedJson.ts';
import type { ToolFailure } from '../results/outcome.ts';
import { connectorSchema } from '../servers/document.ts';
import type { ChangeKind, DefinitionChange } from './change.ts';
import { serverReachOf, type ToolDefinition } from './definition.ts';

/** The kind of change that holds a tool, and whether a review has already refused it. */
export type HeldChange = { readonly kind: ChangeKind; readonly isRefused: boolean };

const NOTICE = 'Not available: its definition changed and needs a review.';

/** Description of a held tool in lists: the previous description with a notice that the tool cannot be called. */
export const heldDescription = (description: string): string => `${NOTICE} ${description}`.trimEnd();

/** Parses a stored earlier definition. Safe cast: only `hold.ts` writes these, in the form of `definition.ts`. */
export const toDefinition = ({ definition }: Pick<KeptDefinition, 'definition'>): ToolDefinition =>
  storedObject(definition) as unknown as ToolDefinition;

/** How the tool has changed since that definition. Safe cast: only `hold.ts` writes these. */
export const storedChanges = ({ changes }: Pick<KeptDefinition, 'changes'>): DefinitionChange[] =>
  changes as unknown as DefinitionChange[];

/** A tool's current definition, in the format of stored earlier definitions. */
export function presentDefinition(tool: Tool, { connector }: Pick<Server, 'connector'>): ToolDefinition {
  const { name, title, description } = tool;
  // Null in rows from versions that did not store it.
  const forClients = storedObjectOrNull(tool.forClients);
  const reach = serverReachOf(connectorSchema.parse(connector));
  return {
    name,
    title,
    description,
    inputSchema: storedObject(tool.inputSchema),
    outputSchema: storedObjectOrNull(tool.outputSchema),
    annotations: storedObjectOrNull(tool.annotations),
    request: storedObjectOrNull(tool.request),
    ...(forClients && { forClients }),
    reach,
  };
}

const REMOVED_MESSAGE =
  'the tool was removed upstream: its server does not list it any more, which waits for a review; nothing was sent';

type HeldFailure = Extract<ToolFailure, { kind: 'held_for_review' }>;

/** Outcome of a call of a held tool. Quotes nothing of the new definition, which has not been accepted. */
export function heldFailure({ kind, isRefused }: HeldChange): HeldFailure {
  if (kind === 'removed') return { kind: 'held_for_review', message: REMOVED_MESSAGE };
  const change = `the definition of the tool has changed since it was enabled (${kind}), and `;
  const why = isRefused ? 'a review refused the change' : 'the change waits for a review';
  return { kind: 'held_for_review', message: `${change}${why}; nothing was sent` };
}
