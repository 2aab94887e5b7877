import { textOf } from './template.ts';
import { UnusableInput } from './wireRequest.ts';

const ADDRESS = /^[^\s<>,;:"()[\]\\@]{1,64}@[A-Za-z0-9.-]{1,253}$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters.
const CONTROL = /[\u0000-\u001f\u007f]/;
const PRINTABLE = /^[\x20-\x7e]*$/;
const ENCODED_WORD_BYTES_MAX = 45;
const PLAIN_CHARS_MAX = 70;
const BASE64_LINE_CHARS = 76;
const RECIPIENTS_MAX = 500;
const MAILBOX_CHARS_MAX = 1_000;

/**
 * Encodes chunks of at most 45 bytes without cutting characters, so that base64 stays within the 75 characters of an
 * encoded word (RFC 2047, section 2).
 */
const encodedWords = (text: string): string => {
  const words: string[] = [''];
  for (const char of text.toWellFormed()) {
    const last = words.at(-1) ?? '';
    if (Buffer.byteLength(last + char) <= ENCODED_WORD_BYTES_MAX) words[words.length - 1] = last + char;
    else words.push(char);
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word, 'utf8').toString('base64')}?=`).join('\r\n ');
};

const oneLine = (name: string, value: unknown): string => {
  const text = textOf(value);
  if (CONTROL.test(text)) throw new UnusableInput(`Input "${name}" must be a single line`, name);
  return text;
};

const displayName = (name: string): string => {
  if (!PRINTABLE.test(name) || name.includes('=?')) return encodedWords(name);
  return `"${name.replace(/["\\]/g, '\\$&')}"`;
};

/** The name and the address of `"Name" <address>`; any other text is an address. */
const partsOf = (text: string): { readonly label: string; readonly address: string } => {
  const open = text.endsWith('>') ? text.indexOf('<') : -1;
  const label = text.slice(0, Math.max(0, open)).trim().replace(/^"/, '').replace(/"$/, '');
  return open < 0 || /["<>]/.test(label) ? { label: '', address: text } : { label, address: text.slice(open + 1, -1) };
};

const mailbox = (name: string, value: unknown): string => {
  const text = oneLine(name, value).trim();
  if (text.length > MAILBOX_CHARS_MAX) throw new UnusableInput(`Input "${name}" has an address that is too long`, name);
  const { label, address } = partsOf(text);
  if (!ADDRESS.test(address) || !PRINTABLE.test(address)) {
    throw new UnusableInput(`Input "${name}" holds something that is not an e-mail address`, name);
  }
  return label === '' ? address : `${displayName(label)} <${address}>`;
};

const mailboxes = (name: string, value: unknown): string => {
  const all = Array.isArray(value) ? value : [value];
  if (all.length > RECIPIENTS_MAX) throw new UnusableInput(`Input "${name}" holds too many addresses`, name);
  return all.map((each) => mailbox(name, each)).join(',\r\n ');
};

const messageId = (name: string, value: unknown): string => {
  const text = oneLine(name, value);
  if (!/^(<[^\s<>]{1,250}>\s*){1,20}$/.test(text)) throw new UnusableInput(`Input "${name}" is not a message id`, name);
  return text.trim();
};

type Write = (name: string, value: unknown) => string;

const HEADERS: ReadonlyArray<readonly [string, string, Write]> = [
  ['from', 'From', mailbox],
  ['to', 'To', mailboxes],
  ['cc', 'Cc', mailboxes],
  ['bcc', 'Bcc', mailboxes],
  ['replyTo', 'Reply-To', mailboxes],
  ['inReplyTo', 'In-Reply-To', messageId],
  ['references', 'References', messageId],
  [
    'subject',
    'Subject',
    (name, value) => {
      const text = oneLine(name, value);
      return PRINTABLE.test(text) && text.length <= PLAIN_CHARS_MAX && !text.includes('=?') ? text : encodedWords(text);
    },
  ],
];

const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

// Not a mail composer library: those add a Date and a Message-ID of this host, which the provider sets, and drop Bcc.
/**
 * An RFC 5322 message of plain UTF-8 text. No part can inject a header or a recipient.
 * @throws UnusableInput
 */
export const toMessage = (parts: Readonly<Record<string, unknown>>): string => {
  const headers = HEADERS.filter(([part]) => isGiven(parts[part])).map(
    ([part, name, write]) => `${name}: ${write(part, parts[part])}`,
  );
  const content = ['MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: base64'];
  const text = textOf(parts['body'] ?? '');
  const encoded = Buffer.from(
    (isGiven(parts['signature']) ? `${text}\n\n-- \n${textOf(parts['signature'])}` : text)
      .replace(/\r\n|\r|\n/g, '\r\n')
      .toWellFormed(),
    'utf8',
  ).toString('base64');
  return [
    ...headers,
    ...content,
    '',
    encoded.replace(new RegExp(`.{${BASE64_LINE_CHARS}}(?=.)`, 'g'), '$&\r\n'),
    '',
  ].join('\r\n');
};

/**
 * The input of Gmail's `messages.send`: `raw`, the message in base64url, and `threadId` if given. Parts: `to`, `cc`,
 * `bcc`, `replyTo` (one address or an array), `from`, `subject`, `body`, `signature`, `inReplyTo`, `references`.
 * @throws UnusableInput
 */
export const toRawMessage = (parts: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  raw: Buffer.from(toMessage(parts), 'utf8').toString('base64url'),
  ...(isGiven(parts['threadId']) ? { threadId: parts['threadId'] } : {}),
});
