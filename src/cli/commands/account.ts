import { createAccount, limitsOf, listAccounts, setAccountLimits } from '../../core/accounts/account.ts';
import { toAccountId } from '../../core/kernel/ids.ts';
import type { Account } from '../../generated/prisma/client.ts';
import { command, group, loaded } from '../command.ts';
import { usageError } from '../exit.ts';
import { ACCOUNT_ARG, toPair } from '../input.ts';
import { allListed, asOperator } from '../operator.ts';
import { fields, table } from '../output.ts';

const accountJson = ({ id, name, rateLimits, createdAt }: Account) => ({
  account_id: id,
  name,
  rate_limits: limitsOf(rateLimits),
  created_at: createdAt.toISOString(),
});

const showLimits = (rateLimits: unknown): string =>
  Object.entries(limitsOf(rateLimits))
    .map(([name, limit]) => `${name}=${limit}`)
    .join(',') || 'configured';

const create = command({
  description: 'Create an account with its first API key, shown only once',
  examples: ['toolyard account create --name "My team"', 'toolyard account create --name ci --json'],
  args: { name: { type: 'string', required: true, description: 'Name of the account' } },
  async run({ name }, run) {
    const { account, key } = await asOperator(run, (operator) => createAccount(operator, { name }));
    return {
      json: { account_id: account.id, api_key: key },
      text: `${fields({ Account: account.id, 'API key': key })}\n\nSave the key: it is shown only once.`,
    };
  },
});

const list = command({
  description: 'List the accounts of this installation',
  examples: ['toolyard account list'],
  async run(_args, run) {
    const accounts = await asOperator(run, (operator) => allListed((page) => listAccounts(operator, page)));
    const rows = accounts.map(({ id, name, rateLimits, createdAt }) => [
      id,
      name,
      showLimits(rateLimits),
      createdAt.toISOString(),
    ]);
    return {
      json: accounts.map(accountJson),
      text: table(['ACCOUNT', 'NAME', 'LIMITS', 'CREATED'], rows, 'No accounts'),
    };
  },
});

function parseLimits(text: string): Record<string, number> {
  if (text === '') return {};
  const pairs = text.split(',').map((part) => {
    const [name, limit] = toPair(part.trim());
    if (!/^\d{1,15}$/.test(limit)) throw usageError(`--set: ${name} must be a whole number`);
    return [name, Number(limit)] as const;
  });
  return Object.fromEntries(pairs);
}

const limits = command({
  description: 'Replace an account’s custom limits; --set "" removes them',
  examples: [
    'toolyard account limits --account acct_… --set invoke=100,default=600',
    'toolyard account limits --account acct_… --set ""',
  ],
  args: {
    account: { ...ACCOUNT_ARG, required: true },
    set: {
      type: 'string',
      required: true,
      valueHint: 'CLASS=N,…',
      description:
        'Requests per minute: default, stacks, invoke, list_tools, call_tool, dashboard_calls; and the max_… limits of docs/limits.md',
    },
  },
  async run(args, run) {
    const newLimits = parseLimits(args.set);
    const saved = await asOperator(run, (operator) =>
      setAccountLimits(operator, toAccountId(args.account), { limits: newLimits }),
    );
    return { json: accountJson(saved), text: `Limits of ${saved.id}: ${showLimits(saved.rateLimits)}` };
  },
});

export const account = group({
  description: 'Accounts of this installation',
  examples: ['toolyard account create --name "My team"', 'toolyard account list'],
  commands: loaded({ create, list, limits }),
});
