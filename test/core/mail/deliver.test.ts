import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { parseSmtpUrl } from '../../../src/config/smtp.ts';
import { createMailer } from '../../../src/connectors/smtp/mailer.ts';
import { evaluateAlerts } from '../../../src/core/alerts/evaluateAlerts.ts';
import { ownMailState, updateOwnMail } from '../../../src/core/alerts/ownMail.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { requireUser } from '../../../src/core/kernel/scope.ts';
import { deliverMails } from '../../../src/core/mail/deliver.ts';
import { HOUR_MS, MINUTE_MS, personOf, record } from '../alerts/kit.ts';
import { createTestAccount, createWorld, type TestAccount } from '../world.ts';
import { startMailServer } from './smtp.ts';

const world = await createWorld();
const server = await startMailServer();
const mailer = createMailer(parseSmtpUrl(`smtp://127.0.0.1:${server.port}?from=toolyard@example.com`));
afterAll(async () => {
  await server.close();
  await world.database.close();
});

let account: TestAccount;
let ann: Ctx;
let made = 0;
beforeEach(async () => {
  made += 1;
  server.received.length = 0;
  server.state.refuse = () => null;
  await world.deps.db.user.deleteMany();
  account = await createTestAccount(world, `mailed ${made}`);
  ann = { ...(await personOf(world, account, `ann${made}@example.com`)), mailer };
});

/** Sends due messages on two instances at once; returns their number. */
async function deliverAll(): Promise<number> {
  const operator = { ...world.as(), mailer };
  const begun = await Promise.all([deliverMails(operator), deliverMails(operator)]);
  return begun.reduce((sum, count) => sum + count, 0);
}

/** A letter's text with soft line breaks removed (RFC 2045, section 6.7). */
const textOf = (source: string): string =>
  source
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));

/** The confirmation link in the last letter. */
async function requestConfirmation(): Promise<string> {
  await updateOwnMail(ann, { isOn: true });
  await deliverAll();
  return /#confirm=([\w-]+)/.exec(textOf(server.received.at(-1)?.source ?? ''))?.[1] ?? '';
}

async function failTool(stack: TestAccount, toolId = 'a_find'): Promise<void> {
  await record(world, stack, toolId, { timed_out: 5 });
  world.pass(5 * MINUTE_MS);
  while ((await evaluateAlerts(world.as())) > 0);
}

describe('alerts by e-mail', () => {
  it('reach a person with a confirmed address, with the alert, and nobody else', async () => {
    await personOf(world, account, `bob${made}@example.com`);
    expect(await ownMailState(ann)).toMatchObject({ state: 'off' });
    const confirmation = await requestConfirmation();
    expect(server.received.map(({ to }) => to)).toEqual([[`ann${made}@example.com`]]);
    expect(await ownMailState(ann)).toMatchObject({ state: 'unconfirmed' });
    await failTool(account);
    expect(await deliverAll()).toBe(0);
    await updateOwnMail(ann, { isOn: true, confirmation });
    expect(await ownMailState(ann)).toMatchObject({ state: 'on', address: `ann${made}@example.com` });
    await failTool(account);
    expect(await deliverAll()).toBe(1);
    expect(await deliverAll()).toBe(0);
    const [, letter] = server.received;
    expect(letter).toMatchObject({ to: [`ann${made}@example.com`] });
    const text = textOf(letter?.source ?? '');
    expect(text).toContain('Subject: a_find is failing in work: 10 of 10 calls (100%)');
    expect(text).toContain('From: toolyard@example.com');
    expect(text).toContain(`https://toolyard.test/activity?stack=${account.stackId}&tool=a_find`);
  });

  it('stop with queued messages when the person unsubscribes or changes the address', async () => {
    await updateOwnMail(ann, { isOn: true, confirmation: await requestConfirmation() });
    await failTool(account);
    await updateOwnMail(ann, { isOn: false });
    expect([await deliverAll(), await ownMailState(ann)]).toMatchObject([0, { state: 'off' }]);
    await updateOwnMail(ann, { isOn: true, confirmation: await requestConfirmation() });
    await failTool(account, 'a_list');
    expect(await deliverAll()).toBe(1);
    await world.deps.db.user.updateMany({
      where: { accountId: account.accountId },
      data: { email: `new${made}@a.test` },
    });
    await failTool(account, 'a_save');
    expect(await deliverAll()).toBe(0);
  });

  it('need a confirmation by the same person, for the same address, within two days', async () => {
    const confirmation = await requestConfirmation();
    const bob = { ...(await personOf(world, account, `bob${made}@example.com`)), mailer };
    const refused = { code: 'invalid_input', message: expect.stringContaining('confirmation') };
    await expect(updateOwnMail(bob, { isOn: true, confirmation })).rejects.toMatchObject(refused);
    // Another person now has the address: the letter still is not theirs.
    const { userId } = requireUser(ann.actor);
    await world.deps.db.user.update({ where: { id: userId }, data: { email: `moved${made}@example.com` } });
    const { userId: bobId } = requireUser(bob.actor);
    await world.deps.db.user.update({ where: { id: bobId }, data: { email: `ann${made}@example.com` } });
    await expect(updateOwnMail(bob, { isOn: true, confirmation })).rejects.toMatchObject(refused);
    await world.deps.db.user.update({ where: { id: bobId }, data: { email: `bob${made}@example.com` } });
    await world.deps.db.user.update({ where: { id: userId }, data: { email: `ann${made}@example.com` } });
    await expect(updateOwnMail(ann, { isOn: true, confirmation: `${confirmation}x` })).rejects.toMatchObject(refused);
    world.pass(48 * HOUR_MS);
    await expect(updateOwnMail(ann, { isOn: true, confirmation })).rejects.toMatchObject(refused);
  });

  it('a person gets at most three confirmation messages an hour; without a mail server an error', async () => {
    for (let letter = 1; letter <= 3; letter += 1) await updateOwnMail(ann, { isOn: true });
    await expect(updateOwnMail(ann, { isOn: true })).rejects.toMatchObject({ code: 'rate_limited' });
    world.pass(HOUR_MS);
    await updateOwnMail(ann, { isOn: true });
    await expect(updateOwnMail({ ...ann, mailer: null }, { isOn: true })).rejects.toMatchObject({
      message: expect.stringContaining('TOOLYARD_SMTP_URL'),
    });
  });

  it('go to nobody who sees only part of the account', async () => {
    const confirmation = await requestConfirmation();
    await updateOwnMail(ann, { isOn: true, confirmation });
    await world.deps.db.user.updateMany({ where: { accountId: account.accountId }, data: { role: 'member' } });
    await failTool(account);
    expect(await deliverAll()).toBe(0);
  });
});

describe('a message that the mail server rejects', () => {
  const stateOf = () => world.deps.db.mail.findFirstOrThrow({ orderBy: { id: 'desc' } });

  it('is retried after a temporary error, and dropped after a permanent one', async () => {
    server.state.refuse = () => Object.assign(new Error('busy'), { responseCode: 451 });
    await updateOwnMail(ann, { isOn: true });
    expect(await deliverAll()).toBe(1);
    expect(await stateOf()).toMatchObject({
      attempts: 1,
      deliveredAt: null,
      error: expect.stringContaining('451 busy'),
    });
    expect(await deliverAll()).toBe(0);
    world.pass(MINUTE_MS);
    server.state.refuse = () => Object.assign(new Error('no such box'), { responseCode: 550 });
    expect(await deliverAll()).toBe(1);
    expect(await stateOf()).toMatchObject({ attempts: 2, dueAt: null, error: expect.stringContaining('550') });
  });

  it('is tried six times while there is no server, and its error omits the login', async () => {
    const gone = createMailer(parseSmtpUrl('smtp://127.0.0.1:1?from=toolyard@example.com'));
    await updateOwnMail(ann, { isOn: true });
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      expect(await deliverMails({ ...world.as(), mailer: gone })).toBe(1);
      expect(await stateOf()).toMatchObject({ attempts: attempt, deliveredAt: null });
      world.pass(12 * HOUR_MS);
    }
    expect(await deliverMails({ ...world.as(), mailer: gone })).toBe(0);
    expect(await stateOf()).toMatchObject({ dueAt: null, error: expect.stringContaining('ECONNREFUSED') });
  });

  it('needs TLS with a trusted certificate if a password is set', async () => {
    const send = (url: string) =>
      createMailer(parseSmtpUrl(url)).send({
        ...{ id: '1', to: 'ann@example.com', subject: 'x', text: 'x', signal: AbortSignal.timeout(10_000) },
      });
    const plain = await send(`smtp://ann:hunter2@127.0.0.1:${server.port}?from=toolyard@example.com`);
    expect(plain.error).toMatch(/STARTTLS|TLS/);
    const tls = await startMailServer({ secure: true });
    const answer = await send(`smtps://ann:hunter2@127.0.0.1:${tls.port}?from=toolyard@example.com`);
    await tls.close();
    expect(answer.error).toMatch(/self.signed|certificate/);
    expect(`${plain.error} ${answer.error}`).not.toContain('hunter2');
    expect(server.received).toEqual([]);
  });
});

it.each([
  'http://mail.example.com?from=a@b.c',
  'smtp://mail.example.com',
  'smtp://mail.example.com?from=a@b.c%0d%0aBcc:x@y.z',
  'smtp://u:p@mail.example.com?from=a@b.c&tls=off',
  'smtps://mail.example.com?from=a@b.c&tls=off',
  'smtp://mail.example.com/path?from=a@b.c',
])('TOOLYARD_SMTP_URL is not %s', (url) => {
  expect(() => parseSmtpUrl(url)).toThrow(/^must be smtps:/);
});

it.each([
  [
    'smtps://u:p%40ss@mail.example.com?from=a@b.c',
    { port: 465, security: 'tls', login: { user: 'u', password: 'p@ss' } },
  ],
  ['smtp://mail.example.com?from=a@b.c', { port: 587, security: 'starttls', login: null }],
  ['smtp://relay.internal:25?from=a@b.c&tls=off', { port: 25, security: 'none' }],
  ['smtp://u:p@127.0.0.1:25?from=a@b.c', { security: 'starttls' }],
])('%s is %o', (url, settings) => {
  expect(parseSmtpUrl(url)).toMatchObject(settings);
});
