import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import type { CreatePolicyRuleInput } from '../../gql/graphql.ts';
import { counted } from '../../records/figures.ts';
import { StackField } from '../../stackField/StackField.tsx';
import { useStack } from '../../stackField/useStacks.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextAreaField, TextField } from '../../ui/Field.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { Time } from '../../ui/Time.tsx';
import { type ExplainedCall, Explanation } from './Explanation.tsx';
import { inputIn } from './inputIn.ts';
import { RULES_TRY } from './operations.ts';
import { Refused } from './Refused.tsx';

type RuleTrialProps = { readonly rule: CreatePolicyRuleInput };
type TriedRule = { readonly rule: CreatePolicyRuleInput; readonly call: ExplainedCall | null };

/** Tries a rule before it is made: on the calls of the last days, and on one call that is written down here. */
export function RuleTrial({ rule }: RuleTrialProps) {
  const [call, setCall] = useState({ stackId: '', toolId: '', callerId: '', input: '' });
  const [tried, setTried] = useState<TriedRule | null>(null);
  const field = (name: keyof typeof call) => ({
    value: call[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setCall({ ...call, [name]: target.value }),
  });
  const input = inputIn(call.input);
  const stackId = call.stackId || rule.stackId || '';
  const attempt = () =>
    setTried({
      rule,
      call:
        call.toolId === '' || stackId === ''
          ? null
          : {
              ...{ stackId, toolId: call.toolId, rule },
              ...(call.callerId !== '' && { callerId: call.callerId }),
              ...(input !== undefined && { input }),
            },
    });
  return (
    <details>
      <summary>Try it before it is made</summary>
      <div className="stack">
        <p className="soft">
          On the calls of the last seven days that stacks have recorded, and on the call below where you name a tool.
        </p>
        <StackField
          label="Stack of the call"
          none={rule.stackId ? 'The stack of the rule' : 'Choose a stack'}
          value={call.stackId}
          onChange={(id) => setCall({ ...call, stackId: id })}
        />
        <TextField label="Tool of the call" hint="Its id, such as memory_read_graph." isMono {...field('toolId')} />
        <TextField
          label="Caller of the call"
          hint="The id of an endpoint, a stack token, an API key or a person. Empty for you."
          isMono
          {...field('callerId')}
        />
        <TextAreaField
          label="Input of the call"
          hint="JSON; without it, conditions that read the input are left out."
          rows={2}
          isMono
          error={input === null ? 'This is no JSON.' : null}
          {...field('input')}
        />
        <div className="row">
          <Button disabled={input === null} onClick={attempt}>
            Try the rule
          </Button>
        </div>
        {tried?.call && <Explanation asked={tried.call} />}
        {tried && <PastCalls rule={tried.rule} />}
      </div>
    </details>
  );
}

/** What the rule would have done to calls on record. */
function PastCalls({ rule }: RuleTrialProps) {
  const query = useApiQuery(RULES_TRY, { rule });
  return (
    <Loaded query={query} lines={2}>
      {({ tryPolicyRule: answer }) => {
        if (answer?.__typename !== 'PolicyDryRun') return <Refused answer={answer} />;
        const { groups, callCount, since, isComplete, unrecordedStackCount } = answer;
        return (
          <div className="stack stack--small" aria-live="polite">
            <p>
              {groups.length === 0 ? 'It would have met none' : 'It would have met these'} of{' '}
              {isComplete ? '' : 'the newest '}
              {callCount} recorded {callCount === 1 ? 'call' : 'calls'} since <Time at={since} isExact />.
              {unrecordedStackCount > 0 && ` Calls of ${counted(unrecordedStackCount, 'stack')} are not recorded.`}
            </p>
            <ul>
              {groups.map(({ stackId, toolId, endpointId, callCount: calls, isCertain }) => (
                <li key={`${stackId} ${toolId} ${endpointId}`}>
                  {calls} of <code>{toolId}</code> in <StackName id={stackId} />{' '}
                  {!isCertain && <Badge kind="warn">Depends on the input or the caller</Badge>}
                </li>
              ))}
            </ul>
          </div>
        );
      }}
    </Loaded>
  );
}

/** The name of a stack that the page knows the id of; the id until the name is known. */
function StackName({ id }: { readonly id: string }) {
  return useStack(id)?.name ?? id;
}
