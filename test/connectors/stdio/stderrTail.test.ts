import { expect, it } from 'vitest';
import { hintIn, stderrExcerpt } from '../../../src/connectors/stdio/stderrTail.ts';

const KEY = 'sk-canary-4711';
const PEM = '-----BEGIN KEY-----\nMIIcanaryline\n-----END KEY-----';
/** Looks like directories, and occurs in the environment only as a part of a value. */
const SECRET = 'wJalrXUtnFEMI+/K7MDENG/bPxRfiCYEXAMPLEKEY';
const launch = {
  env: { PATH: '/usr/bin', HOME: '/var/lib/scratch/acct_a', API_KEY: KEY, PEM, N: '1', AUTH: `Basic id:${SECRET}` },
  secrets: [KEY, PEM, SECRET],
};

const NODE_CRASH = `file:///srv/app/node_modules/example/index.js:3
throw new Error('EXAMPLE_KEY is not set');
      ^

Error: EXAMPLE_KEY is not set
    at file:///srv/app/node_modules/example/index.js:3:7
    at ModuleJob.run (node:internal/modules/esm/module_job:343:25) {
  code: 'E_KEY'
}

Node.js v24.21.0
`;
const V8_CRASH = `#
# Fatal process out of memory: Failed to reserve virtual memory for CodeRange
#
----- Native stack trace -----

 1: 0x9dde61  [/usr/bin/node]
12: 0xab8776  [/usr/bin/node]
`;
const PYTHON_CRASH = `Traceback (most recent call last):
  File "/srv/app/server.py", line 3, in <module>
    raise ValueError("no token")
ValueError: no token
`;

/** A program's last output, and the part that its caller sees. */
const CASES: ReadonlyArray<readonly [label: string, wrote: string, hint: string]> = [
  ['nothing', '', ''],
  ['blank lines', '\n \n\n', ''],
  ['one line', 'EXAMPLE_KEY is not set\n', '; it said: EXAMPLE_KEY is not set'],
  [
    'a crash of Node',
    NODE_CRASH,
    "; it said: throw new Error('EXAMPLE_KEY is not set'); Error: EXAMPLE_KEY is not set",
  ],
  ['a crash of Python', PYTHON_CRASH, '; it said: ValueError: no token'],
  [
    'a crash of V8, which ends with addresses',
    V8_CRASH,
    '; it said: # Fatal process out of memory: Failed to reserve virtual memory for CodeRange',
  ],
  ['the reason before what follows it', 'Error: no key\nbye\nsee you\n', '; it said: Error: no key'],
  ['more than two lines', 'one\ntwo\nthree\n', '; it said: two three'],
  ['line ends of Windows', 'one\r\ntwo\r\n', '; it said: one two'],
  ['colours', '\u001b[31mError:\u001b[39m no\n', '; it said: Error: no'],
  ['hidden characters', 'a\u200bb\u202e\n', '; it said: a b'],
  ['a value it was given', `key is ${KEY}\n`, '; it said: key is [redacted]'],
  ['a value of several lines', `bad key:\n${PEM}\n`, '; it said: bad key: [redacted]'],
  ['a part of a value of several lines', 'read MIIcanaryline\n', '; it said: read …'],
  ['directories', "cannot open '/srv/data/notes.db'\n", "; it said: cannot open '…/notes.db'"],
  ['an address', 'see https://example.com/docs/key\n', '; it said: see https://example.com/docs/key'],
  ['its own directory', 'in /var/lib/scratch/acct_a/x\n', '; it said: in …/x'],
  ['a directory after a colon', 'err:/srv/toolyard/data/x.js\n', '; it said: err:…/x.js'],
  ['a part of a value, with what looks like directories', `bad ${SECRET}\n`, '; it said: bad [redacted]'],
  ['the same in Base64', `bad ${Buffer.from(SECRET).toString('base64')}\n`, '; it said: bad [redacted]='],
  ['the same percent-encoded', `bad ${encodeURIComponent(SECRET)}\n`, '; it said: bad [redacted]'],
  ['a long line', `no\n${'x'.repeat(301)}\n`, '; it said: no'],
  ['more than is kept', `${'y'.repeat(8_192)}\nno\n`.slice(-8_192), '; it said: no'],
];

it.each(CASES)('%s', (_name, wrote, hint) => {
  expect(stderrExcerpt(wrote, launch)).toBe(hint);
});

it('shows no output of a program with too many secrets to search for', () => {
  const many = Array.from({ length: 5_000 }, (_, at) => `${at}`.padStart(4, '0'));
  expect(stderrExcerpt(`${many.join('')}\nno\n`, { env: { LIST: many.join('\n') }, secrets: [] })).toBe('');
});

const NPM = 'npm error request to http://npm.example/pkg failed, reason: getaddrinfo';
const HINTS: ReadonlyArray<readonly [wrote: string, settings: Partial<Parameters<typeof hintIn>[1]>, hint: string]> = [
  ...['EAI_AGAIN', 'ENOTFOUND', 'ECONNREFUSED', 'ETIMEDOUT', 'ENETUNREACH'].map(
    (code) => [`${NPM} ${code}`, {}, '; the npm registry https://registry.npmjs.org/ cannot be reached'] as const,
  ),
  [
    `${NPM} EAI_AGAIN`,
    { network: 'none' },
    '; the npm registry https://registry.npmjs.org/ cannot be reached: its document grants no network ("network": "egress")',
  ],
  ...['npm_config_registry', 'NPM_CONFIG_REGISTRY'].map(
    (name) =>
      [
        `${NPM} ENOTFOUND`,
        { command: '/usr/bin/npx', env: { [name]: 'https://user:pass@npm.example/all/?key=1' } },
        '; the npm registry https://npm.example/all/ cannot be reached',
      ] as const,
  ),
  [`${NPM} E404`, {}, ''],
  [`${NPM} ENOTFOUND`, { command: 'node' }, ''],
  ...["Error: EROFS: read-only file system, open '/data/x'", "OSError: [Errno 30] Read-only file system: '/x'"].map(
    (wrote) =>
      [
        wrote,
        { command: 'python3' },
        '; it can write only to its own directory: {scratch} in its arguments, HOME and TMPDIR in its environment',
      ] as const,
  ),
  ['all is well', {}, ''],
];

it.each(HINTS)('explains %j: %j', (wrote, settings, hint) => {
  expect(hintIn(wrote, { command: 'npx', network: 'egress', env: {}, ...settings })).toBe(hint);
});
