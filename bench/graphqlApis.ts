/**
 * Imports the GraphQL schemas of npm packages. Prints how many operations are valid and how many inputs are accepted.
 * A stand-in of each API, which answers every field, runs the operations.
 *
 *   npm run bench:graphql [-- DIRECTORY]     also the schemas of a directory
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  execute,
  type GraphQLFieldResolver,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  parse,
  validate,
} from 'graphql';
import { readSchema } from '../src/connectors/graphqlApi/readSchema.ts';
import { readTools } from '../src/connectors/graphqlApi/readTools.ts';
import { detectDocument } from '../src/core/marketplace/detect.ts';
import { compileInputValidator } from '../src/core/schemas/validate.ts';

/** Packages with schemas, and their files. */
const PACKAGES = [
  ['@octokit/graphql-schema@15.26.1', ['schema.graphql', 'schema.json']],
  ['@shopify/hydrogen-react@2026.4.4', ['storefront.schema.json', 'customer-account.schema.json']],
  ['@cardano-graphql/client-ts@6.2.0', ['api/cardano-db-hasura/schema.graphql']],
] as const;

const TEXTS: Readonly<Record<string, unknown>> = {
  ...{ Int: 1, Float: 1.5, Boolean: true, DateTime: '2026-11-29T10:00:00Z', Date: '2026-11-29' },
  ...{ URI: 'https://example.com/', URL: 'https://example.com/', ISO8601DateTime: '2026-11-29T10:00:00Z' },
};
const scalar = (name: string): unknown => TEXTS[name] ?? 'x';

/** A value that a type accepts; optional members are filled at the first level. */
function inputFor(type: GraphQLInputType, level = 0): unknown {
  if (isNonNullType(type)) return inputFor(type.ofType, level);
  if (isListType(type)) return [inputFor(type.ofType, level)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (!isInputObjectType(type)) return scalar(type.name);
  const fields = Object.values(type.getFields());
  const filled = type.isOneOf ? fields.slice(0, 1) : fields.filter((field) => level < 1 || isRequiredInputField(field));
  return Object.fromEntries(filled.map((field) => [field.name, inputFor(field.type, level + 1)]));
}

function outputFor(type: GraphQLOutputType, schema: GraphQLSchema): unknown {
  if (isNonNullType(type)) return outputFor(type.ofType, schema);
  if (isListType(type)) return [outputFor(type.ofType, schema)];
  if (isEnumType(type)) return type.getValues()[0]?.value;
  if (isLeafType(type)) return scalar(type.name);
  return { __typename: isAbstractType(type) ? schema.getPossibleTypes(type)[0]?.name : type.name };
}

const answerAll: GraphQLFieldResolver<unknown, unknown> = (_source, _args, _context, { returnType, schema }) =>
  outputFor(returnType, schema);

async function measure(name: string, text: string): Promise<void> {
  const detected = detectDocument(text);
  if (detected.kind !== 'graphql') throw new Error(`${name} was detected as ${detected.kind}`);
  const schema = readSchema(detected.schema);
  const started = process.cpuUsage();
  const tools = readTools(detected.schema);
  const cpuMs = process.cpuUsage(started).user / 1_000;
  const counts = { tools: 0, valid: 0, accepted: 0, ran: 0 };
  for (const { name: tool, request, inputSchema } of tools) {
    if (request?.kind !== 'graphql') continue;
    counts.tools += 1;
    const document = parse(request.query);
    counts.valid += Number(validate(schema, document).length === 0);
    const root = request.operation === 'query' ? schema.getQueryType() : schema.getMutationType();
    const field = root?.getFields()[tool] ?? root?.getFields()[tool.replace(/_mutation$/, '')];
    const input = Object.fromEntries((field?.args ?? []).map((each) => [each.name, inputFor(each.type)]));
    const issues = compileInputValidator(inputSchema)(input);
    counts.accepted += Number(issues.length === 0);
    const result = await execute({ schema, document, variableValues: input, fieldResolver: answerAll });
    counts.ran += Number(result.errors === undefined);
    const problem = issues[0]?.message ?? result.errors?.[0]?.message;
    if (problem !== undefined) process.stdout.write(`  ${tool}: ${problem}\n`);
  }
  for (const { name: tool, problem } of tools)
    if (problem !== undefined) process.stdout.write(`  left out: ${tool.slice(0, 80)}: ${problem}\n`);
  const { length: chars } = JSON.stringify(tools);
  const sizes = `${Math.round(chars / 1_024)} KiB of tools, ${Math.round(cpuMs)} ms`;
  process.stdout.write(
    `${name}: ${counts.tools} operations, ${counts.valid} valid, ${counts.accepted} inputs accepted, ${counts.ran} ran; ${sizes}\n`,
  );
}

const scratch = mkdtempSync(join(tmpdir(), 'toolyard-graphql-'));
try {
  for (const [name, files] of PACKAGES) {
    execFileSync('npm', ['pack', '--silent', name], { cwd: scratch });
    const [archive = ''] = readdirSync(scratch).filter((file) => file.endsWith('.tgz'));
    execFileSync('tar', ['xzf', archive], { cwd: scratch });
    for (const file of files) await measure(`${name} ${file}`, readFileSync(join(scratch, 'package', file), 'utf8'));
    for (const each of readdirSync(scratch)) rmSync(join(scratch, each), { recursive: true });
  }
  const [directory] = process.argv.slice(2);
  for (const file of directory === undefined ? [] : readdirSync(directory))
    await measure(file, readFileSync(join(directory ?? '', file), 'utf8'));
  await measure('schema.graphql', readFileSync('schema.graphql', 'utf8'));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
