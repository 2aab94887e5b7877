import { request } from 'node:http';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/core/accounts/apiKey.ts';
import { graphqlSchema } from '../../src/graphql/schema.ts';
import { needOf } from '../../src/graphql/types/needs.ts';
import { newPerson } from '../core/people/kit.ts';
import { startWorld, type World } from '../harness/world.ts';

/** What each role may do, apart from `core/roles.ts`: a role that gets more fails here. */
const MAY = {
  owner: ['read', 'write', 'invoke', 'approve', 'admin', 'owner'],
  admin: ['read', 'write', 'invoke', 'approve', 'admin'],
  developer: ['read', 'write', 'invoke'],
  approver: ['read', 'approve'],
  auditor: ['read'],
} as const;
const roles = Object.keys(MAY) as (keyof typeof MAY)[];

/** What a key of an admin may do with each set of scopes, apart from `core/roles.ts` as well. */
const SCOPED = {
  read: ['read'],
  write: ['read', 'write'],
  invoke: ['invoke'],
  admin: ['read', 'approve', 'admin'],
  'read,invoke': ['read', 'invoke'],
} as const;
const scopes = Object.keys(SCOPED) as (keyof typeof SCOPED)[];

const SCALARS: Readonly<Record<string, unknown>> = {
  Int: 1,
  Float: 1,
  Boolean: true,
  DateTime: '2026-01-15T10:30:00Z',
};

/** A value that passes the schema, and names nothing that exists. */
function anyValue(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return anyValue(type.ofType);
  if (isListType(type)) return [anyValue(type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (!isInputObjectType(type)) return SCALARS[type.name] ?? (type.name === 'JSON' ? {} : 'x');
  const all = Object.values(type.getFields());
  const fields = type.isOneOf ? all.slice(0, 1) : all.filter(isRequiredInputField);
  return Object.fromEntries(fields.map((field) => [field.name, anyValue(field.type)]));
}

type Operation = { readonly name: string; readonly kind: string; readonly query: string; readonly variables: object };

function wishOf(kind: string, type: string): string {
  if (kind === 'mutation') return '__typename ... on Error { message }';
  // What a page holds is only read where it is asked for.
  return type.endsWith('Connection') ? 'nodes { __typename }' : '__typename';
}

function operationOf(kind: string, { name, args, type }: GraphQLField<unknown, unknown>): Operation {
  const declared = args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
  const passed = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const required = (arg: GraphQLArgument) => isNonNullType(arg.type);
  const variables = Object.fromEntries(args.filter(required).map((arg) => [arg.name, anyValue(arg.type)]));
  const fields = isLeafType(getNamedType(type)) ? '' : `{ ${wishOf(kind, String(getNamedType(type)))} }`;
  const call = args.length > 0 ? `${name}(${passed})` : name;
  return { name, kind, variables, query: `${kind}${declared && `(${declared})`} { ${call} ${fields} }` };
}

const schema = graphqlSchema();
const ROOTS = {
  query: schema.getQueryType(),
  mutation: schema.getMutationType(),
  subscription: schema.getSubscriptionType(),
};
const operations = Object.entries(ROOTS).flatMap(([kind, type]) =>
  Object.values(type?.getFields() ?? {}).map((field) => ({
    ...operationOf(kind, field),
    need:
      /Needs (?:the right `(\w+)`|a signed-in (person))\.$/
        .exec(field.description ?? '')
        ?.slice(1)
        .find(Boolean) ?? 'anyone',
    declared: needOf(type?.name ?? '', field.name),
  })),
);

let world: World;
const keys = new Map<string, string>();
const cookies = new Map<string, string>();
beforeAll(async () => {
  world = await startWorld();
  for (const role of roles) {
    keys.set(role, (await createApiKey(world.account.ctx, { name: role, role })).key);
    cookies.set(role, (await newPerson(world, `${role}@example.com`, world.account, role)).cookie);
  }
  for (const held of scopes) {
    const made = await createApiKey(world.account.ctx, { name: held, role: 'admin', scopes: held.split(',') });
    keys.set(held, made.key);
  }
});
afterAll(() => world.close());

/** All that is answered to an operation; of an event stream the beginning. On a connection of its own, which ends. */
function answerTo({ query, variables, kind }: Operation, credential: Record<string, string>): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const accept = kind === 'subscription' ? 'text/event-stream' : 'application/json';
  const headers = { 'content-type': 'application/json', accept, ...credential };
  const asked = request(`${world.url}/graphql`, { method: 'POST', headers, agent: false }, (response) => {
    let text = `${response.statusCode} `;
    const end = () => {
      resolve(text);
      asked.destroy();
    };
    response.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (kind === 'subscription') end();
    });
    response.on('end', end);
  });
  // After the answer this changes nothing.
  asked.on('error', reject).end(JSON.stringify({ query, variables }));
  return promise;
}

const credentialOf = (who: 'key' | 'person', role: string): Record<string, string> =>
  who === 'key'
    ? { authorization: `Bearer ${keys.get(role)}` }
    : { cookie: cookies.get(role) ?? '', origin: world.url, 'sec-fetch-site': 'same-origin' };

const mayAsk = (role: keyof typeof MAY, need: string): boolean =>
  need === 'person' || need === 'anyone' || MAY[role].some((right) => right === need);

const LACKS = /This takes the right “(\w+)”, which the scopes of this API key do not have/;
const REFUSAL = /This takes the right “(\w+)”, which the role “(\w+)” does not have/;

describe('every operation', () => {
  it('says in its description what the table says that it needs', () => {
    expect(operations.filter(({ need, declared }) => need !== declared)).toEqual([]);
    expect(operations.length).toBeGreaterThan(75);
  });

  it.each(['key', 'person'] as const)('is allowed or refused to a %s of each role as the schema says', async (who) => {
    // Signing out ends what the others are asked with.
    const last = ['signOutEverywhere', 'signOut'];
    const ordered = [...operations].sort((a, b) => last.indexOf(a.name) - last.indexOf(b.name));
    const asked = roles.flatMap((role) => ordered.map((operation) => ({ role, ...operation })));
    for (const each of asked) {
      const answer = await answerTo(each, credentialOf(who, each.role));
      const at = `${each.role}, ${each.kind} ${each.name}: ${answer}`;
      // The operation was run: what the schema refuses has no data.
      if (each.kind !== 'subscription') expect(answer, at).toContain('"data":{');
      const refusal = mayAsk(each.role, each.need) ? null : [each.need, each.role];
      expect(REFUSAL.exec(answer)?.slice(1) ?? null, at).toEqual(refusal);
    }
    const refused = asked.filter(({ role, need }) => !mayAsk(role, need)).length;
    const all = `${operations.length} operations x ${roles.length} roles of a ${who}`;
    process.stdout.write(`roles: ${all}: ${asked.length - refused} allowed, ${refused} refused\n`);
  });

  it('is allowed or refused to an API key of an admin as its scopes say', async () => {
    const asked = scopes.flatMap((held) => operations.map((operation) => ({ held, ...operation })));
    for (const each of asked) {
      const answer = await answerTo(each, credentialOf('key', each.held));
      const at = `${each.held}, ${each.kind} ${each.name}: ${answer}`;
      const mayAskIt = ['person', 'anyone'].includes(each.need) || SCOPED[each.held].some((right) => right === each.need);
      expect(LACKS.exec(answer)?.[1] ?? null, at).toEqual(mayAskIt ? null : each.need);
    }
    process.stdout.write(`scopes: ${operations.length} operations x ${scopes.length} sets of scopes of a key\n`);
  });
});
