import { AppError } from '../lib/errors.ts';
import { COMMON_PASSWORDS } from './commonPasswords.ts';

const DIFFERENT_CHARACTERS_MIN = 5;
const REPEATED_CHARACTERS_MAX = 12;
/** Maximum share of character pairs that are adjacent on a keyboard or in the alphabet. */
const NEIGHBOURS_SHARE_MAX = 2 / 3;
const PRODUCT = 'toolyard';

const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '12345678901',
  ...['qwertyuiopasdfghjklzxcvbnmqwertyuiop', 'qwertzuiopüasdfghjklöäyxcvbnm', 'azertyuiopqsdfghjklmwxcvbn'],
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
];

const pairsOf = (characters: readonly string[]): string[] =>
  characters.slice(1).map((character, at) => `${characters[at] ?? ''}${character}`);

const NEIGHBOURS: ReadonlySet<string> = new Set(
  ROWS.flatMap((row) => [row, [...row].reverse().join('')]).flatMap((row) => pairsOf([...row])),
);

/**
 * Why a long password is easy to guess (NIST SP 800-63B, section 3.1.1.2), as a message for the person; null if no rule
 * matches. The rules are our own, because estimators such as zxcvbn block the event loop for seconds on some texts of
 * 128 characters. Tested by `test/core/people/weakPassword.test.ts`.
 */
export function weaknessOf(password: string): string | null {
  const characters = [...password.normalize('NFKC').toLowerCase()];
  if (new Set(characters).size < DIFFERENT_CHARACTERS_MIN) {
    return `must have at least ${DIFFERENT_CHARACTERS_MIN} different characters`;
  }
  if (isRepetition(characters)) return 'must not repeat the same few characters';
  const pairs = pairsOf(characters);
  const near = pairs.filter((pair) => NEIGHBOURS.has(pair) || new Set(pair).size === 1);
  if (near.length >= pairs.length * NEIGHBOURS_SHARE_MAX)
    return 'must not follow the alphabet, the digits or the keyboard';
  const text = characters.join('');
  const withoutStart = text.replace(/^[^\p{L}]+/u, '');
  const cores = [text, withoutStart, text.replace(/[^\p{L}]+$/u, ''), withoutStart.replace(/[^\p{L}]+$/u, '')];
  return cores.some((each) => COMMON_PASSWORDS.has(each)) ? 'is too common: choose another' : null;
}

function isRepetition(characters: readonly string[]): boolean {
  const periodMax = Math.min(REPEATED_CHARACTERS_MAX, Math.floor(characters.length / 2));
  for (let period = 1; period <= periodMax; period += 1)
    if (characters.every((character, at) => at < period || character === characters[at - period])) return true;
  return false;
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '');

/**
 * Refuses a password that consists only of the person's e-mail address, parts of it or the product's name, with digits
 * and punctuation.
 * @throws invalid_input at `path`
 */
export function requireUnlikeEmail(email: string, password: string, path: string): void {
  const names = [email, email.slice(0, email.lastIndexOf('@')), PRODUCT, ...email.split(/[^\p{L}]+/u)].map(lettersOf);
  const byLength = [...new Set(names)].filter((name) => name !== '').sort((a, b) => b.length - a.length);
  const letters = lettersOf(password);
  const rest = byLength.reduce((text, name) => text.replaceAll(name, ''), letters);
  if (letters === '' || rest !== '') return;
  throw new AppError('invalid_input', 'Invalid request parameters', {
    issues: [{ path, message: 'must not contain only your e-mail address or the name Toolyard' }],
  });
}
