import { describe, expect, it } from 'vitest';
import type { Ctx, Db } from '../../src/core/context.ts';
import * as ids from '../../src/core/ids.ts';
import { getStack } from '../../src/core/stacks/stack.ts';

/** Every kind of id, by the function that makes one. A kind that is missing here fails the test below. */
const KINDS = {
  account: ids.newAccountId,
  apiKey: ids.newApiKeyId,
  auditEvent: ids.newAuditEventId,
  call: ids.newCallId,
  client: ids.newClientId,
  connectLink: ids.newConnectLinkId,
  credential: ids.newCredentialId,
  endpoint: ids.newEndpointId,
  invitation: ids.newInvitationId,
  passkey: ids.newPasskeyId,
  result: ids.newResultId,
  serverKey: ids.newServerKey,
  session: ids.newSessionId,
  stack: ids.newStackId,
  stackServer: ids.newStackServerId,
  token: ids.newTokenId,
  toolKey: ids.newToolKey,
  user: ids.newUserId,
} as const;

type Kinds = { readonly [K in keyof typeof KINDS]: ReturnType<(typeof KINDS)[K]> };
/** Pairs of two kinds of which one passes for the other: `never` while no two do. */
type Mixed = {
  [A in keyof Kinds]: {
    [B in keyof Kinds]: A extends B ? never : Kinds[A] extends Kinds[B] ? [A, B] : never;
  }[keyof Kinds];
}[keyof Kinds];
/** Kinds that any text passes for. */
type Open = { [A in keyof Kinds]: string extends Kinds[A] ? A : never }[keyof Kinds];

const none = (_none: never): void => undefined;

/** Checked by the compiler alone: a line that compiles without its error is an error itself. */
function mistakes(ctx: Ctx, db: Db, mixed: Mixed, open: Open): readonly unknown[] {
  none(mixed);
  none(open);
  const [stackId, accountId, endpointId] = [ids.newStackId(), ids.newAccountId(), ids.newEndpointId()];
  const endpoint = { id: endpointId, clientId: ids.newClientId(), name: 'agent' };
  return [
    // @ts-expect-error A text is no id before it is parsed.
    () => getStack(ctx, 'stack_1'),
    // @ts-expect-error An account is no stack.
    () => getStack(ctx, accountId),
    // @ts-expect-error A query by another thing's id finds nothing, and does not compile.
    () => db.stack.findFirst({ where: { id: endpointId, accountId } }),
    // @ts-expect-error Nor does a row that belongs to the wrong thing.
    () => db.clientEndpoint.create({ data: { ...endpoint, stackId: accountId } }),
    // @ts-expect-error What a query answers has its type too.
    async () => getStack(ctx, (await db.stackToken.findFirstOrThrow()).id),
    () => getStack(ctx, stackId),
  ];
}

describe('ids', () => {
  it('are of kinds that the compiler keeps apart', () => expect(mistakes).toBeTypeOf('function'));

  it(`of ${Object.keys(KINDS).length} kinds: the pairs above are all there are`, () => {
    const makers = Object.keys(ids).filter((name) => name.startsWith('new') && name !== 'newRowId');
    expect(makers.map((name) => name.slice(3).replace(/Id$/, '')).sort()).toEqual(
      Object.keys(KINDS)
        .map((name) => name.charAt(0).toUpperCase() + name.slice(1))
        .sort(),
    );
  });

  const parsers = Object.entries(ids).filter(([name]) => /^to\w+Id$/.test(name));
  const cases = [
    { says: 'an id stays as it is', text: 'stack_0198-a', id: 'stack_0198-a' },
    { says: 'nothing is no row’s', text: '', id: '-' },
    { says: 'what the database refuses is no row’s', text: 'stack_\0', id: '-' },
    { says: 'a lone surrogate is no row’s', text: '\ud800', id: '-' },
    { says: 'what is too long is no row’s', text: 'x'.repeat(65), id: '-' },
    { says: 'a path is no row’s', text: '../stack_1', id: '-' },
  ];
  it.each(cases)(`$says, for each of ${parsers.length} parsers`, ({ text, id }) => {
    expect(parsers.length).toBeGreaterThan(10);
    for (const [, parse] of parsers) expect(Reflect.apply(parse, null, [text])).toBe(id);
  });
});
