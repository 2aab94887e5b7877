import { type NamedChainCheck, verifyAllChains } from '../../core/audit/verify.ts';
import { plural } from '../../core/lib/text.ts';
import { command, group, loaded } from '../command.ts';
import { asOperator } from '../operator.ts';
import { table } from '../output.ts';

const verdictJson = ({ chain, verdict }: NamedChainCheck) =>
  verdict.ok
    ? {
        chain,
        ok: true,
        events: verdict.count,
        removed: verdict.removed,
        unverified: verdict.unverified,
        head: verdict.head,
      }
    : { chain, ok: false, seq: verdict.seq, reason: verdict.reason };

function verdictRow({ chain, verdict }: NamedChainCheck) {
  if (!verdict.ok) return [chain, 'BROKEN', `at ${verdict.seq}`, verdict.reason];
  const { count, removed, unverified, head } = verdict;
  const events = [
    count,
    ...(removed > 0 ? [`${removed} deleted after retention`] : []),
    ...(unverified > 0 ? [`${unverified} of them unverifiable since a master key was lost`] : []),
  ];
  return [chain, 'intact', events.join(', '), head];
}

const verify = command({
  description: 'Verify that no audit event or credential was changed outside the service; exits with 1 otherwise',
  examples: ['toolyard audit verify', 'toolyard audit verify --chain acct_… --json'],
  args: {
    chain: {
      type: 'string',
      valueHint: 'ID',
      description: 'Chain to verify: an account id, or operator (default: all)',
    },
  },
  async run({ chain }, run) {
    const verdicts = await asOperator(run, (operator) => verifyAllChains(operator, chain));
    const broken = verdicts.filter(({ verdict }) => !verdict.ok).length;
    return {
      json: { ok: broken === 0, chains: verdicts.map(verdictJson) },
      text: [
        table(['CHAIN', 'STATE', 'EVENTS', 'HEAD'], verdicts.map(verdictRow), 'No events yet'),
        '',
        broken === 0 ? `${plural(verdicts.length, 'chain')}, all intact` : `${plural(broken, 'chain')} broken`,
      ].join('\n'),
      isFailure: broken > 0,
    };
  },
});

export const audit = group({
  description: 'Audit log',
  examples: verify.examples,
  commands: loaded({ verify }),
});
