/**
 * Checks the shape of a schema: `npm run lint:schema [FILE]`, of `schema.graphql` by default. First the schema and
 * Relay presets of graphql-eslint, then our own rules (`schemaLint/rules.ts`). `docs/graphql.md` lists them. Exits 1
 * with each place that breaks one.
 */
import { readFileSync } from 'node:fs';
import graphqlPlugin from '@graphql-eslint/eslint-plugin';
import { ESLint } from 'eslint';
import { buildSchema } from 'graphql';
import { BARE_IDS, JSON_MEMBERS, TYPENAME_PREFIXES, WITHOUT_ID } from './schemaLint/exceptions.ts';
import { type Break, OWN_RULES } from './schemaLint/rules.ts';

const [file = 'schema.graphql'] = process.argv.slice(2);
const text = readFileSync(file, 'utf8');

/** The plugin’s own types allow more rule options than ESLint’s. */
const asPlugin = (plugin: object): ESLint.Plugin => plugin as ESLint.Plugin;

const { parser, configs } = graphqlPlugin;
const eslint = new ESLint({
  overrideConfigFile: true,
  overrideConfig: [
    {
      files: ['**/*.graphql'],
      languageOptions: { parser, parserOptions: { graphQLConfig: { schema: file } } },
      plugins: { '@graphql-eslint': asPlugin(graphqlPlugin) },
      rules: {
        ...configs['flat/schema-recommended'].rules,
        ...configs['flat/schema-relay'].rules,
        '@graphql-eslint/strict-id-in-types': ['error', { exceptions: { suffixes: [...WITHOUT_ID.suffixes] } }],
        // Short lists aren't paginated.
        '@graphql-eslint/relay-edge-types': ['error', { listTypeCanWrapOnlyEdgeType: false }],
      },
    },
  ],
});

type Finding = { readonly rule: string; readonly at: string; readonly message: string };

/** The exception that would allow a preset's finding, or '' if no exception can. */
function exceptionOf(message: string): string {
  const [, field, type] = /^Field "(\w+)" starts with the name of the parent type "(\w+)"/.exec(message) ?? [];
  if (field !== undefined) return `${type}.${field}`;
  return /^type "(\w+)" must have exactly one non-nullable unique identifier/.exec(message)?.[1] ?? '';
}

async function presetBreaks(): Promise<readonly (Finding & Break)[]> {
  const results = await eslint.lintText(text, { filePath: file });
  return results
    .flatMap(({ messages }) => messages)
    .map(({ ruleId, line, message }) => ({
      rule: ruleId ?? 'parse',
      at: `${file}:${line}`,
      message,
      exception: exceptionOf(message),
    }));
}

/** The violations that no exception allows, and the exceptions that no violation needs. */
function unexcepted(breaks: readonly (Finding & Break)[], exceptions: ReadonlySet<string>): readonly Finding[] {
  const needed = new Set(breaks.map(({ exception }) => exception));
  const stale = [...exceptions].filter((name) => !needed.has(name));
  return [
    ...breaks.filter(({ exception }) => !exceptions.has(exception)),
    ...stale.map((at) => ({
      rule: 'exceptions-are-needed',
      at,
      message: 'delete this exception: no violation needs it',
    })),
  ];
}

const PAGE = 'docs/graphql.md';

/** The reasons for exceptions that the documents don't give, with their members. */
function undocumented(): readonly Finding[] {
  const page = readFileSync(PAGE, 'utf8');
  return [...Object.entries(BARE_IDS), ...Object.entries(JSON_MEMBERS)]
    .map(([reason, members]) => `| ${members.map((name) => `\`${name}\``).join(', ')} | ${reason} |`)
    .filter((row) => !page.includes(row))
    .map((row) => ({ rule: 'exceptions-are-documented', at: PAGE, message: `add this row: ${row}` }));
}

const schema = buildSchema(text);
const findings = [
  ...undocumented(),
  ...unexcepted(await presetBreaks(), new Set([...TYPENAME_PREFIXES, ...WITHOUT_ID.types])),
  ...OWN_RULES.flatMap(({ rule, message, exceptions, breaks }) =>
    unexcepted(
      breaks(schema).map((each) => ({ ...each, rule, message })),
      exceptions,
    ),
  ),
];
for (const { rule, at, message } of findings) console.log(`${at}: ${message} (${rule})`);
const counts = new Map<string, number>();
for (const { rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1);
for (const [rule, count] of counts) console.log(`${count} ${rule}`);
console.log(`${findings.length} findings in ${file}`);
process.exitCode = findings.length > 0 ? 1 : 0;
