import { isRecord } from '../../api/isRecord.ts';
import type { ToolWordingInput } from '../../gql/graphql.ts';
import { counted } from '../../records/figures.ts';

/** A tool's name and description; `operation` is its method and path. */
export type Word = { readonly operation: string; readonly name: string; readonly description: string };

/** The tools of a server document imported from OpenAPI; empty for others. */
export function wordsIn(document: unknown): readonly Word[] {
  return toolsIn(document).flatMap((tool) => {
    const operation = operationOf(tool);
    return operation === null
      ? []
      : [{ operation, name: textIn(tool, 'name'), description: textIn(tool, 'description') }];
  });
}

type Tool = Readonly<Record<string, unknown>>;

const toolsIn = (document: unknown): readonly Tool[] =>
  isRecord(document) && Array.isArray(document['tools']) ? document['tools'].filter(isRecord) : [];

const textIn = (tool: Tool, key: 'name' | 'description'): string => String(tool[key] ?? '');

/** The method and path of a tool that is an operation; null for any other. */
function operationOf({ request }: Tool): string | null {
  if (!isRecord(request) || request['kind'] !== 'operation') return null;
  return `${String(request['method'])} ${String(request['path'])}`;
}

/** Overrides stored by an earlier import. */
function givenIn(document: unknown): readonly ToolWordingInput[] {
  const connector = isRecord(document) ? document['connector'] : null;
  const wording = isRecord(connector) ? connector['wording'] : null;
  return Array.isArray(wording) ? wording : [];
}

/** All overrides of the document's texts; new edits take precedence over earlier ones. */
export function toWording(document: unknown, edited: readonly Word[]): ToolWordingInput[] {
  const before = new Map(wordsIn(document).map((word) => [word.operation, word]));
  const all = new Map(givenIn(document).map((input) => [input.operation, input]));
  for (const { operation, name, description } of edited) {
    const was = before.get(operation);
    const changed = {
      ...(name !== was?.name && { name }),
      ...(description !== was?.description && { description: description.trim() }),
    };
    if (Object.keys(changed).length > 0) all.set(operation, { ...all.get(operation), operation, ...changed });
  }
  return [...all.values()];
}

/** Applies overrides to a server document and stores them in it for its next import. */
export function worded(document: unknown, wording: readonly ToolWordingInput[]): unknown {
  if (!isRecord(document) || !isRecord(document['connector'])) return document;
  const { connector } = document;
  const byOperation = new Map(wording.map((each) => [each.operation, each]));
  const renamed = new Map<unknown, string>();
  const tools = toolsIn(document).map((tool) => {
    const { name, description } = byOperation.get(operationOf(tool) ?? '') ?? {};
    if (typeof name === 'string') renamed.set(tool['name'], name);
    return {
      ...tool,
      ...(typeof name === 'string' && { name }),
      ...(typeof description === 'string' && { description }),
    };
  });
  // The connector names the tool that credential tests call.
  const whoami = renamed.get(connector['whoami']);
  return { ...document, tools, connector: { ...connector, wording, ...(whoami !== undefined && { whoami }) } };
}

/** A bulk rename. */
export type Change =
  | { readonly kind: 'add'; readonly prefix: string }
  | { readonly kind: 'strip'; readonly prefix: string }
  | { readonly kind: 'replace'; readonly text: string; readonly by: string };

export function changed(name: string, change: Change): string {
  switch (change.kind) {
    case 'add':
      return `${change.prefix}${name}`;
    case 'strip':
      return name.startsWith(change.prefix) ? name.slice(change.prefix.length) : name;
    case 'replace':
      return change.text === '' ? name : name.replaceAll(change.text, change.by);
  }
}

/** The longest common prefix that ends in `_` or `-`; empty for a single name. */
export function commonPrefix(names: readonly string[]): string {
  const [first = '', ...others] = names;
  if (others.length === 0) return '';
  let end = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, end))) end -= 1;
  return /^.*[_-]/.exec(first.slice(0, end))?.[0] ?? '';
}

const NAME = /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/;
const TOOL_ID_CHARS_MAX = 64;
const DESCRIPTION_CHARS_MAX = 1_024;

export type Problems = { readonly name: string | null; readonly description: string | null };

const fullName = (serverId: string, name: string): string =>
  name.startsWith(`${serverId}_`) ? name : `${serverId}_${name}`;

function descriptionProblem(description: string): string | null {
  const { length } = description.trim();
  if (length === 0) return 'Describe the tool. Models use the description to choose tools.';
  return length > DESCRIPTION_CHARS_MAX ? `${counted(length - DESCRIPTION_CHARS_MAX, 'character')} too long.` : null;
}

/** Problems of edited texts, by operation. The server checks the same (`core/servers/textOverrides.ts`). */
export function problemsOf(
  serverId: string,
  words: readonly Word[],
  isEdited: (word: Word) => boolean,
): ReadonlyMap<string, Problems> {
  const counts = new Map<string, number>();
  for (const { name } of words) {
    const full = fullName(serverId, name);
    counts.set(full, (counts.get(full) ?? 0) + 1);
  }
  const nameProblem = (name: string): string | null => {
    const full = fullName(serverId, name);
    if (!NAME.test(name)) return 'Start with a letter, then use up to 63 letters, digits, _ or -.';
    if ((counts.get(full) ?? 0) > 1) return 'Another tool has this name.';
    const over = full.length - TOOL_ID_CHARS_MAX;
    return over > 0 ? `${counted(over, 'character')} too long. Agents see ${full}.` : null;
  };
  const problems = words.filter(isEdited).map(({ operation, name, description }) => {
    return [operation, { name: nameProblem(name), description: descriptionProblem(description) }] as const;
  });
  return new Map(problems.filter(([, { name, description }]) => name !== null || description !== null));
}
