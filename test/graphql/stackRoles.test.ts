import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/core/accounts/apiKey.ts';
import {
  newApprovalId,
  newCallId,
  newEndpointId,
  newRuleId,
  newServiceAccountId,
  newStackId,
  newStackVersionId,
  newTokenId,
  newTrustedIssuerId,
  type StackId,
} from '../../src/core/kernel/ids.ts';
import { createPolicyRule } from '../../src/core/policies/policyRule.ts';
import { someOf } from '../harness/wholeTables.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask, dataOf } from './ask.ts';
import { answerTo, everyOperation, fieldsOf, REFUSAL } from './everyOperation.ts';
import { makePlace, type Place, placeOf } from './stackPlace.ts';

/** Each role's rights in a stack, written independently of `core/kernel/roles.ts`. */
const MAY = {
  admin: ['read', 'write', 'invoke', 'approve', 'admin'],
  developer: ['read', 'write', 'invoke'],
  approver: ['read', 'approve'],
  auditor: ['read'],
} as const;
type StackRole = keyof typeof MAY;
const roles = Object.keys(MAY) as StackRole[];

const nowhere = (): Place =>
  placeOf([
    ...[newStackId(), newEndpointId(), newTokenId(), newServiceAccountId(), newTrustedIssuerId()],
    ...[newRuleId(), newApprovalId(), newCallId(), randomUUID(), newStackVersionId()],
  ]);

/** Ids of objects outside stacks, or ids chosen by others: no stack is looked up for them. */
const OTHER_IDS = [
  ...['upload', 'template', 'progressId'],
  ...['serverId', 'toolId', 'toolIds', 'fieldId', 'credentialFieldIds', 'enabledTools', 'servers', 'after', 'before'],
  ...[
    'apiKeyId',
    'userId',
    'invitationId',
    'sessionId',
    'passkeyId',
    'attenuationId',
    'webhookId',
    'alert.id',
    'upload',
  ],
  ...['job.id', 'jobId', 'fileId'],
  ...[
    'server.id',
    'tool.id',
    'credentialField.id',
    'clientId',
    'duplicateServer.id',
    'importServer.id',
    'previewOperations.id',
    'previewServer.id',
  ],
];

const idArguments = new Set<string>();
const operationsOn = (place: Place, select?: Parameters<typeof everyOperation>[1]) =>
  everyOperation((name, type) => {
    // Omits role grants to new keys and people, because they need a role in the account.
    if (type.startsWith('[StackRoleInput')) return undefined;
    if (/^\[?ID/.test(type)) idArguments.add(name);
    // Ids of operations name no object.
    if (name === 'ids' && !type.startsWith('[ID')) return undefined;
    // Small pages keep nested lists within the cost limit.
    if (name === 'first') return 5;
    const id = place[name];
    return id !== undefined && type.startsWith('[') ? [id] : id;
  }, select);

type StackOperation = ReturnType<typeof operationsOn>[number];

const isAboutStack = ({ variables }: { readonly variables: object }, place: Place): boolean =>
  Object.values(place).some((id) => JSON.stringify(variables).includes(`"${id}"`));

/** Operations that end or remove something come last, and the one with the widest effect comes at the very end. */
const inOrder = <T extends { readonly name: string }>(operations: readonly T[]): readonly T[] => {
  const ends = ['revokeTokenAttenuation', 'revoke', 'delete', 'deleteClientEndpoint', 'deleteStack'];
  const rank = ({ name }: T) => ends.findLastIndex((end) => name.startsWith(end));
  return operations.filter(({ name }) => name !== 'signOut').toSorted((one, other) => rank(one) - rank(other));
};

const withoutIds = (text: string): string =>
  text
    .replace(/(stack|endpoint|client|token|machine|issuer|rule|approval|version)_\w+/g, '$1_…')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '…')
    .replace(/"requestId":"[^"]*"/g, '');

let world: World;
let other: Place;
const own = new Map<StackRole, Place>();
const keys = new Map<StackRole, string>();
beforeAll(async () => {
  world = await startWorld();
  other = await makePlace(world, 'other');
  const callers = [other['endpointId'], other['tokenId']];
  await createPolicyRule(world.account.ctx, { name: 'of the account', effect: 'ask', callers });
  for (const role of roles) {
    const place = await makePlace(world, role);
    own.set(role, place);
    const stackRoles = [{ stackId: place['stackId'], role }];
    keys.set(role, (await createApiKey(world.account.ctx, { name: role, stackRoles })).key);
  }
});
afterAll(() => world.close());

const as = (role: StackRole) => ({ authorization: `Bearer ${keys.get(role)}` });
const ownOf = (role: StackRole): Place => own.get(role) ?? {};

/** Account operations that a stack's user needs; they show no other stack. */
const SHARED = [
  'server',
  'servers',
  'tool',
  'credentialField',
  'registryServer',
  'registryServers',
  'stackTemplates',
  'chatModel',
  'stackPlan',
];
/** Operations that list visible rows or decide waiting ones, in any stack. */
const LISTS = [
  ...['stacks', 'policyRules', 'auditEvents', 'auditEvent', 'credentialProblems', 'toolChanges', 'instructionChanges'],
  ...['alert', 'alerts', 'approvals', 'calls', 'call', 'callStatistics', 'toolStatistics', 'usageStatistics'],
  ...['acceptToolChanges', 'refuseToolChanges', 'cancelJob', 'job', 'jobs'],
  ...['firstSteps', 'toolProgress', 'inbox', 'files', 'deleteFile', 'createFileDownload'],
];
/** Account operations that also affect a stack. */
const OF_THE_ACCOUNT = [
  // This operation also affects the other stacks.
  'updateApplicationSharing',
  // This operation creates another stack.
  'duplicateStack',
  ...['updateServerRefresh', 'refreshServerTools'],
  // Only account admins see inputs and outputs.
  ...['updateCallContents', 'deleteCallContents', 'readCallContents'],
];

/** Whether a role in the operation's stack allows the operation. */
function mayAsk(role: StackRole, operation: StackOperation): boolean {
  const { need, name } = operation;
  if (need === 'person' || need === 'anyone') return true;
  const isOwn = isAboutStack(operation, ownOf(role)) && !OF_THE_ACCOUNT.includes(name);
  return (isOwn || [...LISTS, ...SHARED].includes(name)) && MAY[role].some((right: string) => right === need);
}

/** Only a hang exceeds this on any machine: the test sends hundreds of requests. */
const ENDS_IN = { timeout: 120_000 };

describe('every operation, for a person with a role in one stack', ENDS_IN, () => {
  it('identifies its objects by ids that the tables know', () => {
    operationsOn(other);
    const unknown = [...idArguments].filter((name) => other[name] === undefined && !OTHER_IDS.includes(name));
    expect(unknown).toEqual([]);
  });

  it.each(roles)('tells the %s their rights in the account, and in any stack', async (role) => {
    const rights = 'query { viewer { rights rightsSomewhere } }';
    const { viewer } = await dataOf(ask(world.url, keys.get(role) ?? '', rights));
    expect(viewer).toEqual({ rights: [], rightsSomewhere: MAY[role].map((right) => right.toUpperCase()) });
  });

  it('treats another stack like a missing one', async () => {
    let compared = 0;
    for (const role of someOf(roles, 1)) {
      const [there, none] = [operationsOn(other), operationsOn(nowhere())];
      for (const [at, operation] of there.entries()) {
        const same = none[at];
        if (!same || !isAboutStack(operation, other)) continue;
        const answers = [await answerTo(world.url, operation, as(role)), await answerTo(world.url, same, as(role))];
        const [first, second] = answers.map(withoutIds);
        expect(first, `${role}, ${operation.kind} ${operation.name}`).toBe(second);
        compared += 1;
      }
    }
    process.stdout.write(`stack roles: ${compared} operations about another stack, as about none\n`);
    const { db } = world.account.ctx;
    const stackId = other['stackId'] as StackId;
    expect(await db.stack.findUnique({ where: { id: stackId } })).toMatchObject({ name: 'other' });
    const endpoints = await db.clientEndpoint.findMany({
      where: { stackId },
      include: { tokens: true, serviceAccounts: true, trustedIssuers: true },
    });
    expect(endpoints).toMatchObject([
      { name: 'other', tokens: [{ revokedAt: null }], serviceAccounts: [{ rotatedAt: null }], trustedIssuers: [{}] },
    ]);
    expect(await db.policyRule.count({ where: { stackId } })).toBe(1);
    expect(await db.approval.findMany({ where: { stackId } })).toMatchObject([{ state: 'pending' }]);
  });

  it.each(someOf(roles, 1))('shows the %s nothing of another stack in anything that a query links to', async (role) => {
    const queries = operationsOn(ownOf(role), (type) => fieldsOf(type, 3)).filter(({ kind }) => kind === 'query');
    for (const each of queries) {
      const answer = await answerTo(world.url, each, as(role));
      const at = `${role}, ${each.name}: ${answer}`;
      expect(answer, at).toContain('"data":{');
      expect(
        Object.values(other).filter((id) => answer.includes(id)),
        at,
      ).toEqual([]);
    }
    const fieldCount = queries
      .map(({ query }) => query)
      .join(' ')
      .match(/\w+/g)?.length;
    process.stdout.write(`stack roles: ${role}: ${queries.length} queries with ${fieldCount} fields\n`);
  });

  it.each(someOf(roles, 2))(
    'in their stack is allowed or refused to the %s as the role says, and in the account refused',
    async (role) => {
      const done = { allowed: 0, refused: 0 };
      for (const operation of inOrder(operationsOn(ownOf(role)))) {
        const answer = await answerTo(world.url, operation, as(role));
        const at = `${role}, ${operation.kind} ${operation.name}: ${answer}`;
        const isMay = mayAsk(role, operation);
        expect(REFUSAL.test(answer), at).toBe(!isMay);
        if (isMay) expect(answer, at).not.toMatch(/(Stack|endpoint|token|client|issuer|Rule|Approval) not found/);
        done[isMay ? 'allowed' : 'refused'] += 1;
      }
      process.stdout.write(`stack roles: ${role} in a stack: ${done.allowed} allowed, ${done.refused} refused\n`);
    },
  );
});
