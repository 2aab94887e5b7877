import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import type { CreatePolicyRuleInput } from '../../gql/graphql.ts';
import { counted } from '../../records/figures.ts';
import { StackField } from '../../stackField/StackField.tsx';
import { useStackName } from '../../stackField/useStacks.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextAreaField } from '../../ui/Field.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { Time } from '../../ui/Time.tsx';
import { type ExplainedCall, Explanation } from './Explanation.tsx';
import { inputIn } from './inputIn.ts';
import { RULES_TRY } from './operations.ts';
import { CallerField, ToolField } from './pickers.tsx';
import { Refused } from './Refused.tsx';

type RuleTrialProps = { readonly rule: CreatePolicyRuleInput };
type TriedRule = { readonly rule: CreatePolicyRuleInput; readonly call: ExplainedCall | null };

/** Tests a draft rule against recent calls and one sample call. */
export function RuleTrial({ rule }: RuleTrialProps) {
  const [call, setCall] = useState({ stackId: '', toolId: '', callerId: '', input: '' });
  const [tried, setTried] = useState<TriedRule | null>(null);
  const input = inputIn(call.input);
  const stackId = String(call.stackId || rule.stackId || '');
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
      <summary>Test this rule</summary>
      <div className="stack">
        <p className="soft">
          Runs the rule against calls recorded in the last 7 days, and against the call below if you name a tool.
        </p>
        <StackField
          label="Test stack"
          none={rule.stackId ? 'The rule’s stack' : 'Choose a stack'}
          value={call.stackId}
          onChange={(id) => setCall({ ...call, stackId: id })}
        />
        <ToolField
          label="Test tool"
          value={call.toolId}
          onChange={(toolId) => setCall((now) => ({ ...now, toolId }))}
        />
        <CallerField
          label="Test caller"
          stackId={stackId}
          value={call.callerId}
          onChange={(callerId) => setCall((now) => ({ ...now, callerId }))}
        />
        <TextAreaField
          label="Test input"
          hint="JSON. Without it, conditions that read the input are skipped."
          rows={2}
          isMono
          error={input === null ? 'Invalid JSON.' : null}
          value={call.input}
          onChange={({ target }) => setCall({ ...call, input: target.value })}
        />
        <div className="row">
          <Button disabled={input === null} onClick={attempt}>
            Test rule
          </Button>
        </div>
        {tried?.call && <Explanation call={tried.call} />}
        {tried && <PastCalls rule={tried.rule} />}
      </div>
    </details>
  );
}

/** Call records that the rule would have matched. */
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
              {groups.length === 0 ? 'Matches none' : 'Matches these'} of {isComplete ? 'the' : 'the newest'}{' '}
              {callCount} call {callCount === 1 ? 'record' : 'records'} since <Time at={since} isExact />.
              {unrecordedStackCount > 0 &&
                ` Not included: ${counted(unrecordedStackCount, 'stack')} that don’t record calls.`}
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

function StackName({ id }: { readonly id: string }) {
  return useStackName(id) ?? 'Loading…';
}
