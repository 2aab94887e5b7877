import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { readSchema } from './idArguments.ts';
import { createRandom, type Random } from './random.ts';
import { createTally, type Report, type Tally } from './report.ts';
import { askPatiently, openTrustWorld, type TrustWorld } from './world.ts';

const AT_ONCE = 16;

const HOSTILE_VALUES = [
  'null',
  '-1',
  '0',
  '1e309',
  '99999999999999999999',
  '"x"',
  '""',
  '"\\u0000"',
  '"\\ud800"',
  'true',
  '[]',
  '[[]]',
  '{}',
  '{a: 1}',
  '{__proto__: 1}',
  '{constructor: "x"}',
  '"2026-13-45T99:99:99Z"',
  `"${'a'.repeat(3_000)}"`,
  'ENUM',
  '$nothing',
  '"stack_0199f3c2-7a1e-7c43-9b60-2f0c5a4d8e11"',
  '"""block"""',
  '1.5',
  '[1, "x", null]',
];

/** Malformed and unusual requests; the same seed generates the same ones. */
const SHAPES: Readonly<Record<string, (random: Random, schema: GraphQLSchema) => string>> = {
  'documents of the schema, with random values': (random, schema) => document(random, schema),
  'documents with a changed, removed or doubled character': (random, schema) =>
    mangle(random, document(random, schema)),
  'deep nesting': (random) => nested(random),
  'many aliases, root fields or directives': (random) => wide(random),
  'fragments: circular, unused, on the wrong type': (random, schema) => fragments(random, schema),
  'introspection in unusual places': (random) =>
    `{ ${'__schema { types { fields { type { '.repeat(random.int(6))} __typename ${'} } } } '.repeat(random.int(6))} }`,
  'no document at all': (random) =>
    random.pick(['', ' ', '{', '}', '\u0000', '\ufeff{__typename}', '#', 'null', '{}', 'query', 'mutation {', '𝕊']),
};

function value(random: Random, type: GraphQLInputType): string {
  if (random.chance(0.4)) return random.pick(HOSTILE_VALUES);
  const named = getNamedType(type).name;
  const sane: Readonly<Record<string, string>> = {
    Int: '1',
    Boolean: 'true',
    ID: '"stack_x"',
    String: '"x"',
    Float: '1.0',
  };
  const plain = sane[named] ?? '{}';
  return isListType(isNonNullType(type) ? type.ofType : type) ? `[${plain}]` : plain;
}

function field(random: Random, definition: GraphQLField<unknown, unknown>, depth: number, isRoot = false): string {
  const args = definition.args.filter((arg) => isNonNullType(arg.type) || random.chance(0.3));
  const list = args.map((arg) => `${arg.name}: ${value(random, arg.type)}`).join(', ');
  const alias = isRoot || random.chance(0.9) ? '' : 'a: ';
  const directive = random.chance(0.05)
    ? random.pick([' @skip(if: true)', ' @include(if: 1)', ' @defer', ' @nothing'])
    : '';
  const selection = selectionFor(random, getNamedType(definition.type), depth);
  return `${alias}${definition.name}${list ? `(${list})` : ''}${directive}${selection}`;
}

function selectionFor(random: Random, type: GraphQLNamedType, depth: number): string {
  if (!isCompositeType(type)) return random.chance(0.03) ? ' { x }' : '';
  if (depth <= 0) return ' { __typename }';
  if (isUnionType(type)) {
    const parts = type.getTypes().map((each) => `... on ${each.name}${selectionFor(random, each, depth - 1)}`);
    return ` { __typename ${parts.join(' ')} }`;
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return ' { __typename }';
  const all = Object.values(type.getFields());
  const some = all.filter(() => random.chance(3 / Math.max(3, all.length)));
  return ` { __typename ${some.map((each) => field(random, each, depth - 1)).join(' ')} }`;
}

function document(random: Random, schema: GraphQLSchema): string {
  const isMutation = random.chance(0.5);
  const type = isMutation ? schema.getMutationType() : schema.getQueryType();
  const fields = Object.values(type?.getFields() ?? {});
  const count = 1 + random.int(3);
  const parts = Array.from(
    { length: count },
    (_, index) => `f${index}: ${field(random, random.pick(fields), 1 + random.int(5), true)}`,
  );
  return `${isMutation ? 'mutation' : 'query'} { ${parts.join(' ')} }`;
}

function mangle(random: Random, text: string): string {
  const at = random.int(text.length);
  const odd = random.pick(['', '{', '}', '(', ')', '"', '\\', '\u0000', '$', '...', '@', '!', '=', '[', '\n', '🙈']);
  const how = random.int(3);
  if (how === 0) return text.slice(0, at) + odd + text.slice(at + 1);
  return how === 1 ? text.slice(0, at) : text.slice(0, at) + text.slice(Math.max(0, at - 20));
}

function nested(random: Random): string {
  const depth = 1 + random.int(2_000);
  const [open, close] = random.pick([
    ['{ stacks { nodes ', '} }'],
    ['{ a ', '}'],
    ['[', ']'],
    ['{ viewer ', '}'],
    ['{ ... ', '}'],
  ] as const);
  return `{ stacks(first: ${open === '[' ? open.repeat(depth) : 1}) ${open.repeat(depth)} { id } ${random.chance(0.5) ? close.repeat(depth) : ''} }`;
}

function wide(random: Random): string {
  const count = 1 + random.int(800);
  const part = random.pick([
    'a#: viewer { id }',
    '__typename',
    'x#: stacks { nodes { id } }',
    '__typename @skip(if: false)',
    's#: __schema { types { name } }',
  ]);
  return `{ ${Array.from({ length: count }, (_, index) => part.replace('#', String(index))).join(' ')} }`;
}

function fragments(random: Random, schema: GraphQLSchema): string {
  const types = Object.keys(schema.getTypeMap());
  const on = () => random.pick(types);
  const count = 1 + random.int(30);
  const definitions = Array.from(
    { length: count },
    (_, index) => `fragment F${index} on ${on()} { __typename ...F${random.int(count + 1)} }`,
  );
  return `query ($v: ${on()}!) { ...F0 viewer { ...F${random.int(count)} } } ${definitions.join(' ')}`;
}

/**
 * Requests with an unusual body around the document. Anything but an object with a `query` is refused with a message.
 */
function bodyOf(random: Random, query: string): string {
  if (random.chance(0.9))
    return JSON.stringify({ query, variables: random.chance(0.2) ? { v: {}, nothing: [] } : undefined });
  return random.pick([
    JSON.stringify([{ query }, { query }]),
    JSON.stringify({ query: [query] }),
    JSON.stringify({ query, variables: 'x' }),
    JSON.stringify({ query, operationName: 7 }),
    JSON.stringify({ query, extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } }),
    `{"query":${JSON.stringify(query)}`,
    JSON.stringify({ query, variables: JSON.parse('{"__proto__": {"x": 1}}') }),
    `{"query":"{__typename}","variables":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
  ]);
}

type Slowest = { ms: number; query: string };

async function sendOne(
  world: TrustWorld,
  body: string,
  label: string,
  tally: Tally,
  slowest: Slowest,
  bearer: string | null,
) {
  const { status, text, ms } = await askPatiently(world, '/graphql', { body, bearer });
  if (ms > slowest.ms) Object.assign(slowest, { ms, query: body.slice(0, 200) });
  const isMasked = !/INTERNAL|at \w+ \(|node_modules|prisma/i.test(text);
  const isFault = status >= 500 || !isMasked;
  tally.count(label, isFault ? `${status} ${text.slice(0, 200)} for ${body.slice(0, 300)}` : null);
}

/** At least `count` generated documents, half of them without a credential. */
export async function runHostileGraphql(count: number): Promise<Report> {
  const world = await openTrustWorld();
  const seed = Date.now() % 2 ** 31;
  const random = createRandom(seed);
  const schema = readSchema();
  const tally = createTally();
  const slowest: Slowest = { ms: 0, query: '' };
  const shapes = Object.entries(SHAPES);
  try {
    for (let sent = 0; sent < count; sent += AT_ONCE) {
      const batch = Array.from({ length: AT_ONCE }, () => {
        const [label, make] = random.pick(shapes);
        return {
          label,
          body: bodyOf(random, make(random, schema)),
          bearer: random.chance(0.5) ? world.firstKey : null,
        };
      });
      await Promise.all(batch.map(({ label, body, bearer }) => sendOne(world, body, label, tally, slowest, bearer)));
    }
    return {
      section: 'hostile-graphql',
      claim: 'no generated document crashes the service or exposes internals',
      command: 'npm run trust -- hostile-graphql',
      rows: tally.rows(),
      wrong: tally.wrong(),
      figures: {
        seed,
        'slowest response, ms, 16 concurrent requests': Math.round(slowest.ms),
        'slowest document': slowest.query,
      },
    };
  } finally {
    await world.close();
  }
}
