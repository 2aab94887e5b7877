import { describe, expect, it } from 'vitest';
import type { Ctx, Db } from '../../../src/core/kernel/context.ts';
import { getStack } from '../../../src/core/kernel/findStack.ts';
import * as ids from '../../../src/core/kernel/ids.ts';
import type { ServerDocument } from '../../../src/core/servers/document.ts';
import { findServer, findServerTool } from '../../../src/core/servers/server.ts';
import { toolIdFor } from '../../../src/core/servers/toolName.ts';

/** Every kind of id, by the function that generates one. A missing kind fails the test below. */
const KINDS = {
  account: ids.newAccountId,
  alert: ids.newAlertId,
  apiKey: ids.newApiKeyId,
  approval: ids.newApprovalId,
  webhook: ids.newWebhookId,
  auditEvent: ids.newAuditEventId,
  call: ids.newCallId,
  client: ids.newClientId,
  connectLink: ids.newConnectLinkId,
  credential: ids.newCredentialId,
  delivery: ids.newDeliveryId,
  endpoint: ids.newEndpointId,
  file: ids.newFileId,
  invitation: ids.newInvitationId,
  job: ids.newJobId,
  serviceAccount: ids.newServiceAccountId,
  passkey: ids.newPasskeyId,
  result: ids.newResultId,
  rule: ids.newRuleId,
  serverKey: ids.newServerKey,
  session: ids.newSessionId,
  stack: ids.newStackId,
  stackServer: ids.newStackServerId,
  stackVersion: ids.newStackVersionId,
  token: ids.newTokenId,
  toolChange: ids.newToolChangeId,
  toolKey: ids.newToolKey,
  trustedIssuer: ids.newTrustedIssuerId,
  upload: ids.newUploadId,
  user: ids.newUserId,
} as const;

/** Kinds named by people: nothing generates them, and their parsers only change the type. */
const NAMES = { server: ids.toServerId, tool: ids.toToolId } as const;

type Made = typeof KINDS & typeof NAMES;
type Kinds = { readonly [K in keyof Made]: ReturnType<Made[K]> };
/** Pairs of kinds that are assignable to each other: `never` while there are none. */
type Mixed = {
  [A in keyof Kinds]: {
    [B in keyof Kinds]: A extends B ? never : Kinds[A] extends Kinds[B] ? [A, B] : never;
  }[keyof Kinds];
}[keyof Kinds];
/** Kinds to which any text is assignable. */
type Open = { [A in keyof Kinds]: string extends Kinds[A] ? A : never }[keyof Kinds];

const none = (_none: never): void => undefined;

/** Checked only by the compiler, which reports each line below that compiles without an error. */
function mistakes(ctx: Ctx, db: Db, document: ServerDocument, mixed: Mixed, open: Open): readonly unknown[] {
  none(mixed);
  none(open);
  const [stackId, accountId, endpointId] = [ids.newStackId(), ids.newAccountId(), ids.newEndpointId()];
  const [serverId, toolId] = [ids.toServerId('github'), ids.toToolId('github_get_repo')];
  const endpoint = { id: endpointId, clientId: ids.newClientId(), name: 'agent' };
  return [
    // @ts-expect-error An unparsed string is not an id.
    () => getStack(ctx, 'stack_1'),
    // @ts-expect-error An account id is not a stack id.
    () => getStack(ctx, accountId),
    // @ts-expect-error A query must use the id type of its own table.
    () => db.stack.findFirst({ where: { id: endpointId, accountId } }),
    // @ts-expect-error A foreign key must have the id type of the referenced table.
    () => db.clientEndpoint.create({ data: { ...endpoint, stackId: accountId } }),
    // @ts-expect-error A query returns typed ids, so a token id is not a stack id.
    async () => getStack(ctx, (await db.stackToken.findFirstOrThrow()).id),
    () => getStack(ctx, stackId),
    // @ts-expect-error An unparsed string is not a server id.
    () => findServer(ctx, 'github'),
    // @ts-expect-error A tool id is not a server id.
    () => findServer(ctx, toolId),
    // @ts-expect-error A server id is not a tool id.
    () => findServerTool(ctx, serverId),
    // @ts-expect-error The key of a server's row is not its slug.
    () => db.server.findFirst({ where: { slug: ids.newServerKey() } }),
    // @ts-expect-error A call record refers to a server by id, not by the key of its row.
    () => db.callRecord.findFirst({ where: { serverId: ids.newServerKey() } }),
    // @ts-expect-error The id of a document's tool is not a server id.
    () => findServer(ctx, toolIdFor(document.id, 'get_repo', { prefix: true })),
    () => [findServer(ctx, document.id), findServer(ctx, serverId), findServerTool(ctx, toolId)],
  ];
}

describe('ids', () => {
  it('of different kinds do not mix at compile time', () => expect(mistakes).toBeTypeOf('function'));

  it(`of ${Object.keys(KINDS).length} kinds: the pairs above are complete`, () => {
    const makers = Object.keys(ids).filter((name) => name.startsWith('new') && name !== 'newRowId');
    expect(makers.map((name) => name.slice(3).replace(/Id$/, '')).sort()).toEqual(
      Object.keys(KINDS)
        .map((name) => name.charAt(0).toUpperCase() + name.slice(1))
        .sort(),
    );
  });

  const names = Object.values(NAMES);
  const parsers = Object.entries(ids).filter(
    ([name, parse]) => /^to\w+Id$/.test(name) && !names.some((each) => each === parse),
  );
  const cases = [
    { label: 'an id stays as it is', text: 'stack_0198-a', id: 'stack_0198-a' },
    { label: 'nothing is no row’s', text: '', id: '-' },
    { label: 'what the database refuses is no row’s', text: 'stack_\0', id: '-' },
    { label: 'a lone surrogate is no row’s', text: '\ud800', id: '-' },
    { label: 'what is too long is no row’s', text: 'x'.repeat(65), id: '-' },
    { label: 'a path is no row’s', text: '../stack_1', id: '-' },
  ];
  it.each(cases)(`$label, for each of ${parsers.length} parsers`, ({ text, id }) => {
    expect(parsers.length).toBeGreaterThan(10);
    for (const [, parse] of parsers) expect(Reflect.apply(parse, null, [text])).toBe(id);
  });

  it(`names of ${names.length} kinds keep their spelling, because answers quote them`, () => {
    for (const parse of names) for (const { text } of cases) expect(parse(text)).toBe(text);
  });
});
