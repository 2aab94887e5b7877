import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { z } from 'zod';
import { AppError } from '../core/lib/errors.ts';
import { parseInput } from '../core/lib/parse.ts';
import { EFFECTS } from '../core/policies/policies.ts';
import { credentialModeSchema } from '../core/stacks/credentialMode.ts';
import type { CliStackDocumentQuery, StackDocumentInput } from '../generated/gql/graphql.ts';
import type { Run } from './command.ts';
import { readDocumentText } from './input.ts';

/* Stacks as YAML: one document per stack, with the keys of `StackDocumentInput`. Enum values are in lower case, servers
   and tools have an `id`, and a tool without texts is its id alone. Defaults are left out. */

const upper = <T extends string>(text: T): Uppercase<T> => text.toUpperCase() as Uppercase<T>;
const enumOf = <const T extends readonly [string, ...string[]]>(values: T) => z.enum(values).transform(upper);

const toolSchema = z.union([
  z.string().transform((toolId) => ({ toolId })),
  z
    .strictObject({
      id: z.string(),
      name: z.string().optional(),
      description: z.string().optional(),
      isPinned: z.boolean().optional(),
    })
    .transform(({ id: toolId, ...texts }) => ({ ...texts, toolId })),
]);

const serverSchema = z
  .strictObject({
    id: z.string(),
    credentialMode: credentialModeSchema.transform(upper).optional(),
    credentials: z.array(z.string()).optional(),
    tools: z.array(toolSchema),
  })
  .transform(({ id: serverId, credentials: credentialFieldIds, ...server }) => ({
    ...server,
    serverId,
    credentialFieldIds,
  }));

const names = z.array(z.string()).optional();
const ruleSchema = z.strictObject({
  name: z.string(),
  effect: enumOf(EFFECTS),
  isDefault: z.boolean().optional(),
  ...{ callers: names, endUsers: names, servers: names, tools: names },
  isReadOnly: z.boolean().optional(),
  isDestructive: z.boolean().optional(),
  isOpenWorld: z.boolean().optional(),
  condition: z.string().optional(),
  quota: z
    .strictObject({
      calls: z.int().optional(),
      bytes: z.int().optional(),
      per: enumOf(['hour', 'day']),
      of: enumOf(['account', 'tool', 'caller', 'end_user']).optional(),
    })
    .optional(),
  message: z.string().optional(),
  needsAnother: z.boolean().optional(),
  isEnabled: z.boolean().optional(),
});

const fileSchema = z.strictObject({
  name: z.string(),
  isRecorded: z.boolean().optional(),
  contentDays: z.int().optional(),
  contentRedactions: names,
  servers: z.array(serverSchema),
  rules: z.array(ruleSchema).optional(),
  skills: names,
});

/**
 * The stacks in a YAML file, on standard input (`-`), or in all `.yaml` files of a folder.
 * @throws AppError invalid_input, with the file and the place
 */
export async function readStackFiles(path: string, run: Run): Promise<StackDocumentInput[]> {
  const stats = path === '-' ? null : await stat(path).catch(() => null);
  if (!stats?.isDirectory()) return parseStacks(await readDocumentText(path, run), path);
  const files = (await readdir(path)).filter((name) => /\.ya?ml$/.test(name)).toSorted();
  const read = files.map(async (name) => parseStacks(await readDocumentText(join(path, name), run), name));
  return (await Promise.all(read)).flat();
}

function parseStacks(text: string, file: string): StackDocumentInput[] {
  return parseAllDocuments(text).map((document) => {
    const [error] = document.errors;
    if (error) throw new AppError('invalid_input', `${file}: ${error.message}`);
    return parseInput(fileSchema, document.toJS({ maxAliasCount: 100 }), `${file} does not describe a stack`);
  });
}

type Document = NonNullable<CliStackDocumentQuery['stackDocument']>;

export function stackYaml({ servers, rules, skills, isRecorded, ...settings }: Document): string {
  const document = {
    ...withoutDefaults(settings),
    ...(!isRecorded && { isRecorded }),
    servers: servers.map(({ serverId, credentialMode, credentialFieldIds: credentials, tools }) => ({
      id: serverId,
      ...(credentialMode !== 'STACK' && { credentialMode: credentialMode.toLowerCase() }),
      ...withoutDefaults({ credentials }),
      tools: tools.map(({ toolId, ...tool }) => {
        const texts = withoutDefaults(tool);
        return Object.keys(texts).length > 0 ? { id: toolId, ...texts } : toolId;
      }),
    })),
    ...withoutDefaults({
      rules: rules.map(({ effect, quota, isEnabled, ...rule }) => ({
        ...withoutDefaults({ ...rule, name: undefined }),
        name: rule.name,
        effect: effect.toLowerCase(),
        ...(quota && {
          quota: withoutDefaults({ ...quota, per: quota.per.toLowerCase(), of: quota.of.toLowerCase() }),
        }),
        ...(!isEnabled && { isEnabled }),
      })),
      skills,
    }),
  };
  return stringify(document, { lineWidth: 0 });
}

/** Without null, false and empty lists, except for hints, where false is a condition. */
const withoutDefaults = (members: object) =>
  Object.fromEntries(
    Object.entries(members).filter(
      ([name, value]) =>
        value !== null &&
        value !== undefined &&
        !(value === false && !HINTS.has(name)) &&
        !(Array.isArray(value) && value.length === 0),
    ),
  );
const HINTS: ReadonlySet<string> = new Set(['isReadOnly', 'isDestructive', 'isOpenWorld']);
