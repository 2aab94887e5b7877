import { randomBytes } from 'node:crypto';
import {
  type AttenuatedBody,
  attenuateToken,
  isAttenuated,
  type Limits,
  limitsSchema,
  readTokenBody,
  splitAttenuated,
} from '../../core/kernel/attenuation.ts';
import type { ParsedArgs } from '../args.ts';
import { command, type Run } from '../command.ts';
import { CliError } from '../exit.ts';
import { readText, wholeNumber } from '../input.ts';
import { fields, table } from '../output.ts';

const TOKEN_ARG = {
  type: 'positional',
  required: true,
  description: 'Token as @FILE or - (standard input), because other users can see arguments',
} as const;

const LIMIT_ARGS = {
  'tool-ids': {
    type: 'string',
    valueHint: 'IDS',
    description: 'Only these tool ids, comma-separated; * matches any text',
  },
  when: { type: 'string', valueHint: 'CEL', description: 'Only calls that match this condition' },
  'end-user': { type: 'string', valueHint: 'ID', description: 'Only calls for this end user' },
  'max-calls': { type: 'string', valueHint: 'N', description: 'Total number of calls it can make' },
  'expires-minutes': { type: 'string', valueHint: 'N', description: 'Minutes until it expires' },
} as const;

/** for a text that is neither a token nor a reference to one */
async function readToken(input: string, run: Run): Promise<string> {
  const token = (await readText(input, run)).trim();
  if (/^[\w-]+(\.[\w-]+){2,}$/.test(token)) return token;
  throw new CliError('invalid_input', 'The token is neither a stack token nor an attenuated token');
}

/** @throws CliError invalid_input for limits that no service would accept */
async function readLimits(args: ParsedArgs<typeof LIMIT_ARGS>): Promise<Limits> {
  const { when, 'tool-ids': tools, 'end-user': endUser, 'max-calls': calls, 'expires-minutes': minutes } = args;
  const parsed = limitsSchema.safeParse({
    ...(tools !== undefined && { tools: tools.split(',').map((each) => each.trim()) }),
    ...(when !== undefined && { when }),
    ...(endUser !== undefined && { end_user: endUser }),
    ...(calls !== undefined && { calls: wholeNumber(calls, 'max-calls') }),
    ...(minutes !== undefined && {
      exp: Math.floor(Date.now() / 1_000) + 60 * wholeNumber(minutes, 'expires-minutes'),
    }),
    nonce: randomBytes(8).toString('hex'),
  });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new CliError('invalid_input', `${issue?.path.join('.')} ${issue?.message}`);
  }
  if (when !== undefined) {
    // A service would refuse every call under a condition that it cannot parse. @throws CliError invalid_input
    const { unsupportedInToken } = await import('../../core/conditions/condition.ts');
    const { readCondition } = await import('../../core/policies/conditionCheck.ts');
    const read = readCondition(when);
    const problem = typeof read === 'string' ? read : unsupportedInToken(read);
    if (problem !== null) throw new CliError('invalid_input', `when ${problem}`);
  }
  return parsed.data;
}

/** @throws CliError invalid_input for a chain that no service would accept */
function readAttenuated(token: string): AttenuatedBody {
  const parts = splitAttenuated(token);
  const read = parts && readTokenBody(parts.body);
  if (read) return read;
  throw new CliError('invalid_input', 'The token is too long, was attenuated too often, or has an unknown restriction');
}

export const attenuate = command({
  description: 'Derive a token with fewer rights for a sub-agent, offline',
  examples: [
    'toolyard token attenuate @token.txt --tool-ids github_get_* --expires-minutes 30',
    'toolyard token attenuate - --when \'input.owner == "acme"\' --max-calls 10 < token.txt',
  ],
  args: { token: TOKEN_ARG, ...LIMIT_ARGS },
  async run(args, run) {
    const token = attenuateToken(await readToken(args.token, run), await readLimits(args));
    const last = readAttenuated(token).attenuations.at(-1);
    return { json: { token, attenuation_id: last?.id ?? null, limits: last?.limits ?? null }, text: token };
  },
});

export const read = command({
  description: 'Decode a token’s restrictions offline, without verifying them',
  examples: ['toolyard token read @token.txt'],
  args: { token: TOKEN_ARG },
  async run(args, run) {
    const token = await readToken(args.token, run);
    const [, payload = ''] = token.split('.');
    const claims: Record<string, unknown> = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const attenuations = isAttenuated(token) ? readAttenuated(token).attenuations : [];
    const rows = attenuations.map(({ id, limits }) => [id, JSON.stringify(limits)]);
    return {
      json: { token_id: claims['jti'], client_id: claims['aud'], attenuations },
      text: [
        fields({ 'Token id': String(claims['jti']), Client: String(claims['aud']) }),
        '',
        table(['ATTENUATION', 'LIMITS'], rows, 'The token is not attenuated'),
      ].join('\n'),
    };
  },
});
