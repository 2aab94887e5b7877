import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { isWhole, someOf } from '../harness/wholeTables.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask } from './ask.ts';
import { serverDocument } from './documents.ts';
import { answerTo, everyOperation, type Operation } from './everyOperation.ts';

/*
 * Named objects are changed by name, so a row id that equals another object's name would change that object. `node`,
 * `server` and `tool`, which change nothing, also accept row ids.
 */

let world: World;
/** The row keys that an account can see, by kind. */
let rows: Rows;
let own: Readonly<Record<string, string>>;

beforeAll(async () => {
  world = await startWorld();
  const { ctx } = world.account;
  const { db } = world.edge.deps;
  const { id: stackId } = await createStack(ctx, { name: 'work' });
  // Without it, the first of two equal documents would create the stack of the second.
  await createStack(ctx, { name: 'x' });
  await saveServer(ctx, { ...serverDocument('shop'), instructions: 'Act slowly.' });
  await addServerToStack(ctx, stackId, { serverId: 'shop', enableAllTools: true });
  const { endpoint } = await createClientEndpoint(ctx, { stackId, name: 'agent' });
  const { server } = await saveServer(ctx, { ...serverDocument('shop', { path: '/b' }), instructions: 'Act at once.' });
  const of = { where: { serverId: server.id } };
  rows = {
    server: server.id,
    tool: (await db.tool.findFirstOrThrow(of)).id,
    field: (await db.credentialField.findFirstOrThrow(of)).id,
    place: (await db.stackServer.findFirstOrThrow(of)).id,
    change: (await db.keptDefinition.findFirstOrThrow({ where: { tool: of.where } })).id,
  };
  own = { stackId, endpointId: endpoint.id, serverId: 'shop', toolId: 'shop_find', fieldId: 'shop_key' };
});
afterAll(() => world.close());

type Rows = Readonly<Record<'server' | 'tool' | 'field' | 'place' | 'change', string>>;
type Form = { readonly form: string; readonly of: RegExp; readonly idIn: (rows: Rows) => string };

/** Row ids as the service writes them, and the arguments that might accept them as names. */
const FORMS: readonly Form[] = [
  { form: 'the row of a server', of: /^servers?(?:Id)?$|\.id$/, idIn: ({ server }) => server },
  { form: 'the row of a tool', of: /^toolIds?$|^enabledTools$/, idIn: ({ tool }) => tool },
  { form: 'the row of a field', of: /^fieldId$/, idIn: ({ field }) => field },
  { form: 'the row of a server in a stack', of: /^(?!server|tool|enabled|field)\w+$/, idIn: ({ place }) => place },
  { form: 'the row of a change', of: /^$/, idIn: ({ change }) => change },
  { form: 'server_…', of: /^servers?(?:Id)?$|\.id$/, idIn: ({ server }) => `server_${server}` },
  { form: 'tool_…', of: /^toolIds?$|^enabledTools$/, idIn: ({ tool }) => `tool_${tool}` },
  { form: 'field_…', of: /^fieldId$/, idIn: ({ server }) => `field_${server}_shop_key` },
  { form: 'enabledtool_…', of: /^toolIds?$|^enabledTools$/, idIn: ({ place }) => `enabledtool_${place}_shop_find` },
  { form: 'stackserver_…', of: /^(?!tool|enabled|field)\w+$|\.id$/, idIn: ({ place }) => `stackserver_${place}` },
  { form: 'toolchange_…', of: /^toolIds?$/, idIn: ({ change }) => `toolchange_${change}` },
  { form: 'instructionchange_…', of: /^(?:server|stack)Id$/, idIn: ({ place }) => `instructionchange_${place}` },
];

/** Places that accept row ids, and which ids they accept. */
const ACCEPTED: Readonly<Record<string, RegExp>> = {
  ids: /_…$/,
  'node.id': /_…$/,
  'server.id': /^server_…$/,
  'tool.id': /^tool_…$/,
};

/** Inputs that name a server or a tool, by its id or by its slug or name. */
const REFERENCES: Readonly<Record<string, RegExp>> = {
  'server_…': /^servers?(?:Id)?$/,
  'tool_…': /^toolIds?$|^tools$|^enabledTools$/,
};

/** Ids of new servers, which callers may choose freely. */
const NEW = /^(?:duplicateServer|importServer|previewServer|previewOperations)\.id$/;

/** The names of all arguments and input fields that take ids. For a field called `id`, includes its operation. */
function namesOfIds(): readonly string[] {
  const names = new Set<string>();
  everyOperation((name, type) => {
    if (/^\[?ID/.test(type)) names.add(name);
    return undefined;
  });
  return [...names].filter((name) => !NEW.test(name)).toSorted();
}

type IdCase = { readonly name: string; readonly form: string; readonly id: string; readonly operation: Operation };

/** Every operation with an id argument of this name, with this id there and existing ids elsewhere. */
const operationsWith = (name: string, value: string): readonly Operation[] =>
  everyOperation((field, type) => {
    const id = field === name ? value : own[field];
    return id !== undefined && type.startsWith('[') ? [id] : id;
  }).filter(({ kind, variables }) => kind !== 'subscription' && JSON.stringify(variables).includes(`"${value}"`));

const casesWith = (of: Rows): readonly IdCase[] =>
  namesOfIds().flatMap((name) =>
    FORMS.filter(({ of: names }) => name in ACCEPTED || names.test(name)).flatMap(({ form, idIn }) =>
      operationsWith(name, idIn(of)).map((operation) => ({ name, form, id: idIn(of), operation })),
    ),
  );

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** A response without its ids and cost. */
async function answerFor({ id, operation }: IdCase): Promise<string> {
  const text = await answerTo(world.url, operation, { authorization: `Bearer ${world.account.apiKey}` });
  return text
    .replace(/,"extensions":\{"cost":.*\}$/, '')
    .replaceAll(id, '<given>')
    .replace(UUIDS, '<row>');
}

it('is never a name, and never refers to an object with another name', async () => {
  const named = [
    `server(id: "server_${rows.server}_other")`,
    `server(by: { id: "server_${rows.server}_shop" })`,
    `node(id: "shop")`,
    `node(id: "shop_find")`,
    `node(id: "server_${rows.server}_other")`,
    `tool(by: { id: "tool_${rows.server}_shop_other" })`,
    `server(by: { slug: "server_${rows.server}_shop" })`,
    `server(by: { slug: "${rows.server}" })`,
    `tool(by: { toolId: "tool_${rows.server}_shop_find" })`,
    `tool(by: { toolId: "${rows.tool}" })`,
    `clientEndpoint(by: { clientId: "${rows.place}" })`,
  ];
  for (const field of named) {
    const { data } = await ask(world.url, world.account.apiKey, `{ found: ${field} { id } }`);
    expect(data, field).toEqual({ found: null });
  }
});

it('is accepted only where that is documented', { timeout: 120_000 }, async () => {
  const random = {
    server: randomUUID(),
    tool: randomUUID(),
    field: randomUUID(),
    place: randomUUID(),
    change: randomUUID(),
  };
  const [there, none] = [casesWith(rows), casesWith(random)];
  const accepted = new Set<string>();
  const tried = [...there.entries()].filter(([, { name, form }]) => isWhole || ACCEPTED[name]?.test(form));
  for (const [at, idCase] of isWhole ? tried : [...tried, ...someOf([...there.entries()], 40)]) {
    const other = none[at];
    if (!other) throw new Error('Not the same operations');
    const answers = await Promise.all([answerFor(idCase), answerFor(other)]);
    const label = `${idCase.operation.name}: ${idCase.form} as ${idCase.name}: ${answers[0]}`;
    if (REFERENCES[idCase.form]?.test(idCase.name)) continue;
    if (ACCEPTED[idCase.name]?.test(idCase.form)) {
      expect(answers[0], label).not.toBe(answers[1]);
      accepted.add(idCase.name);
    } else expect(answers[0], label).toBe(answers[1]);
  }
  expect([...accepted].toSorted()).toEqual(Object.keys(ACCEPTED));
  process.stdout.write(`row ids: ${there.length} operations, with ${namesOfIds().length} names of ids\n`);
});
