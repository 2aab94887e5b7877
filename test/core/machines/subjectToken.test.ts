import { afterAll, beforeAll, expect, it } from 'vitest';
import { setAccountLimits } from '../../../src/core/accounts/account.ts';
import { getCredentialStatus } from '../../../src/core/credentials/status.ts';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { createTrustedIssuer } from '../../../src/core/machines/trustedIssuer.ts';
import { updateServerCredentialMode } from '../../../src/core/stacks/credentialMode.ts';
import { startWorld } from '../../harness/world.ts';
import { type DocumentInput, makeEndpoint } from '../../mcp/kit.ts';
import { type KeyServer, startKeyServer } from '../../oauth/idpKit.ts';
import { askWith, newPair, sign } from '../../oauth/machineKit.ts';
import { exchange } from '../../oauth/refusedIdentities.ts';

/*
 * A trusted issuer's JWT that authenticates a person, when it can't be stored as their credential.
 * `test/core/credentials/subjectTokens.test.ts` exchanges stored ones.
 */

const ISSUER = 'https://company.test';
const SERVER = toServerId('orders');
const logged: Record<string, unknown>[] = [];
const world = await startWorld({
  egressAllow: '127.0.0.0/8',
  log: { write: (line) => void logged.push(JSON.parse(line)) },
});
const { ctx } = world.account;
const pair = await newPair('ES256', 'k1');
let idp: KeyServer;
let endpoint: Awaited<ReturnType<typeof makeEndpoint>>;

const oauth2 = {
  ...{ grant: 'token_exchange', tokenUrl: 'http://127.0.0.1:9/token', clientId: { value: 'app' }, scopes: [] },
  ...{ subjectToken: { field: 'company_token', fromSignIn: true }, subjectTokenType: 'jwt' },
};
// Boundary: any client input.
const document = {
  ...{ id: SERVER, name: 'Orders', connector: { kind: 'http', baseUrl: 'http://127.0.0.1:9' } },
  credentials: [
    { id: 'token', name: 'Token', required: true, placement: { in: 'header', name: 'x-token' }, oauth2 },
    { id: 'company_token', name: 'JWT', required: true },
  ],
  tools: [{ name: 'me', inputSchema: { type: 'object' }, request: { kind: 'template', method: 'GET', path: '/me' } }],
} as unknown as DocumentInput;

beforeAll(async () => {
  idp = await startKeyServer([pair.jwk]);
  endpoint = await makeEndpoint(ctx, world.url, 'orders', [document]);
  await updateServerCredentialMode(ctx, endpoint.stackId, SERVER, { credentialMode: 'user' });
  const { id } = await ctx.db.clientEndpoint.findUniqueOrThrow({ where: { clientId: endpoint.clientId } });
  await createTrustedIssuer(ctx, { endpointId: id, name: 'Company', issuer: ISSUER, jwksUrl: idp.url });
});
afterAll(async () => {
  await world.close();
  await idp?.close();
});

async function signIn(sub: string) {
  const jwt = await sign(pair, { iss: ISSUER, aud: endpoint.url, sub }, { kid: 'k1' });
  const { status } = await askWith(world, exchange(jwt, endpoint.url));
  const { required } = await getCredentialStatus(ctx, endpoint.stackId, SERVER, sub);
  return { status, jwt, state: required['company_token'] };
}

it('a person’s JWT is stored as their credential', async () => {
  expect(await signIn('ann')).toMatchObject({ status: 200, state: 'added' });
});

it('a JWT authenticates its person even without room to store it, and the log names the reached limit', async () => {
  const limited = (max: number) =>
    setAccountLimits(world.operator, world.account.id, { limits: { max_credentials: max } });
  await limited(1);
  const { status, jwt, state } = await signIn('bob');
  await limited(20_000);
  expect([status, state]).toEqual([200, 'missing']);
  const problem = expect.stringContaining('max_credentials');
  const line = logged.find(({ msg }) => msg === 'keep a JWT');
  expect(line).toMatchObject({ stackId: endpoint.stackId, server: SERVER, problem });
  expect(JSON.stringify(logged)).not.toContain(jwt.slice(-40));
});

it('a JWT authenticates nobody if the database fails to store it', async () => {
  await ctx.db.$executeRaw`ALTER TABLE credential ADD CONSTRAINT sick CHECK (false) NOT VALID`;
  const { status } = await signIn('cleo');
  await ctx.db.$executeRaw`ALTER TABLE credential DROP CONSTRAINT sick`;
  expect(status).toBe(500);
  expect(await signIn('cleo')).toMatchObject({ status: 200, state: 'added' });
});
