import { afterAll, describe, expect, it } from 'vitest';
import { toUserRef } from '../../../src/core/kernel/ids.ts';
import { createInvitation } from '../../../src/core/people/invitation.ts';
import { setPassword } from '../../../src/core/people/user.ts';
import { weaknessOf } from '../../../src/core/people/weakPassword.ts';
import { ASK, PASSWORD } from './kit.ts';
import { dataOf, openPeople } from './people.ts';

const FEW = 'must have at least 5 different characters';
const REPEATED = 'must not repeat the same few characters';
const SEQUENCE = 'must not follow the alphabet, the digits or the keyboard';
const COMMON = 'is too common: choose another';
const NAMED = 'must not contain only your e-mail address or the name Toolyard';

describe('a weak password', () => {
  it.each([
    ['aaaaaaaaaaaa', FEW],
    ['abababababab', FEW],
    ['Zoë Zoë Zoë Zoë', FEW],
    ['hunter2hunter2', REPEATED],
    ['secretsecretse', REPEATED],
    ['123456789012', SEQUENCE],
    ['987654321098', SEQUENCE],
    ['abcdefghijkl', SEQUENCE],
    ['ABCDEF123456', SEQUENCE],
    ['112233445566', SEQUENCE],
    ['abc123def456', SEQUENCE],
    ['qwertyuiop12', SEQUENCE],
    ['1qaz2wsx3edc', SEQUENCE],
    ['mnbvcxzlkjhg', SEQUENCE],
    ['Password2026!', COMMON],
    ['2026-password', COMMON],
    ['p@ssw0rd2026', COMMON],
    ['iloveyousomuch', COMMON],
    ['CorrectHorseBatteryStaple1', COMMON],
    ['q1w2e3r4t5y6', COMMON],
    ['ｐａｓｓｗｏｒｄ２０２６', COMMON],
  ])('is detected: %s: %s', (password, message) => {
    expect(weaknessOf(password)).toBe(message);
  });

  it.each([
    PASSWORD,
    'Zoë spielt Geige',
    'four words nobody guesses',
    'another good password',
    'a long enough password',
    'zV7-qk2mXw9r',
    '830529471638',
    '長い合言葉をここに書きます',
    'understudy hijacker',
  ])('is not %s', (password) => {
    expect(weaknessOf(password)).toBeNull();
  });
});

describe('every form that sets a password', () => {
  it('rejects a weak one at its field, and uses nothing up', async () => {
    const { world, ask, close } = await openPeople();
    afterAll(close);
    const { secret } = await createInvitation(world.account.ctx);
    const issueOf = (answer: { readonly text: string }) => Object.values(Object(dataOf(answer)))[0];
    const accept = async (password: string) =>
      issueOf(await ask(ASK.accept, { input: { secret, email: 'cleo.miller@example.com', password } }));
    const named = ['CleoMiller2026', 'cleo.miller@example.com', 'miller-cleo-1', 'Toolyard2026!', '12toolyardcleo'];
    for (const password of named) {
      expect(await accept(password), password).toMatchObject({ issues: [{ path: '/password', message: NAMED }] });
    }
    expect(await accept('123456789012')).toMatchObject({ issues: [{ path: '/password', message: SEQUENCE }] });
    const { text, cookie } = await ask(ASK.accept, {
      input: { secret, email: 'cleo.miller@example.com', password: PASSWORD },
    });
    expect(text).toContain('"user"');
    const change = async (newPassword: string) =>
      issueOf(await ask(ASK.changePassword, { cookie, input: { currentPassword: PASSWORD, newPassword } }));
    expect(await change('cleomiller2026')).toMatchObject({ issues: [{ path: '/newPassword', message: NAMED }] });
    expect(await change('123456789012')).toMatchObject({ issues: [{ path: '/newPassword', message: SEQUENCE }] });
    const set = (password: string) => setPassword(world.operator, toUserRef('cleo.miller@example.com'), password);
    await expect(set('cleomiller2026')).rejects.toMatchObject({ details: { issues: [{ path: '/password' }] } });
    await expect(set('Password2026!')).rejects.toMatchObject({ details: { issues: [{ message: COMMON }] } });
  });
});
