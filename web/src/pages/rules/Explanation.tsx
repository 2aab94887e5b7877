import { useApiQuery } from '../../api/hooks.ts';
import type { RulesExplainQuery, RulesExplainQueryVariables } from '../../gql/graphql.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { RULES_EXPLAIN } from './operations.ts';
import { Refused } from './Refused.tsx';
import { DENY_REASONS, EFFECTS, REASONS } from './words.ts';

export type ExplainedCall = Pick<
  RulesExplainQueryVariables,
  'stackId' | 'toolId' | 'callerId' | 'input' | 'address' | 'rule'
>;

export function Explanation({ call }: { readonly call: ExplainedCall }) {
  const query = useApiQuery(RULES_EXPLAIN, call);
  return (
    <Loaded query={query} lines={2}>
      {({ explainDecision: answer }) =>
        answer?.__typename === 'PolicyExplanation' ? (
          <div className="stack stack--small" aria-live="polite">
            <p>
              <Badge kind={EFFECTS[answer.effect].badge}>{EFFECTS[answer.effect].title}</Badge>{' '}
              {answer.refusal ?? 'The call would be allowed.'}
            </p>
            {!answer.isComplete && (
              <p className="soft">
                The decision also depends on the input, the network address or the token. Fill them in for a complete
                answer.
              </p>
            )}
            <ul>
              {answer.considered.map((each) => (
                <Considered key={each.rule?.id ?? each.reason} each={each} />
              ))}
            </ul>
          </div>
        ) : (
          <Refused answer={answer} />
        )
      }
    </Loaded>
  );
}

type ConsideredRule = Extract<
  RulesExplainQuery['explainDecision'],
  { readonly __typename: 'PolicyExplanation' }
>['considered'][number];

function Considered({ each: { rule, reason, problem, isTried } }: { readonly each: ConsideredRule }) {
  const text = problem ?? REASONS[reason] ?? reason;
  if (!rule)
    return (
      <li>
        <strong>{DENY_REASONS[reason] ?? reason}</strong>: {text}
      </li>
    );
  return (
    <li>
      <strong>{rule.name}</strong> ({EFFECTS[rule.effect].title}
      {isTried && ', this draft'}): {text}
    </li>
  );
}
