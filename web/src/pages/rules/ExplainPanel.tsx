import { type FormEvent, useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import type { RulesExplainQueryVariables } from '../../gql/graphql.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/Field.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { RULES_EXPLAIN } from './operations.ts';
import { EFFECTS, OBSTACLES, REASONS, type Stack } from './words.ts';

type ExplainedCall = Pick<RulesExplainQueryVariables, 'stackId' | 'toolId' | 'callerId' | 'input' | 'address'>;

/** The value of the field; undefined while it is empty, null for text that is no JSON. */
function inputIn(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function ExplainPanel({ stacks }: { readonly stacks: readonly Stack[] }) {
  const [draft, setDraft] = useState({ stackId: '', toolId: '', callerId: '', address: '', input: '' });
  const [asked, setAsked] = useState<ExplainedCall | null>(null);
  const field = (name: keyof typeof draft) => ({
    value: draft[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setDraft({ ...draft, [name]: target.value }),
  });
  const input = inputIn(draft.input);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { stackId, toolId, callerId, address } = draft;
    if (input === null) return;
    setAsked({
      stackId,
      toolId,
      ...(callerId !== '' && { callerId }),
      ...(address !== '' && { address }),
      ...(input !== undefined && { input }),
    });
  };
  return (
    <section className="card stack" aria-labelledby="explain">
      <h2 id="explain">Why would a call be refused?</h2>
      <form className="stack" onSubmit={submit}>
        <SelectField label="Stack" required {...field('stackId')}>
          <option value="">Choose a stack</option>
          {stacks.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField label="Tool" hint="Its id, such as memory_read_graph." required isMono {...field('toolId')} />
        <TextField
          label="Caller"
          hint="The id of an endpoint, a stack token, an API key or a person. Empty for you."
          isMono
          {...field('callerId')}
        />
        <TextField
          label="Network address"
          hint="Where the call comes from. Counts for tokens that are limited to networks."
          isMono
          {...field('address')}
        />
        <TextAreaField
          label="Input"
          hint="JSON; without it, rules that read the input are left out."
          rows={2}
          isMono
          error={input === null ? 'This is no JSON.' : null}
          {...field('input')}
        />
        <div className="row">
          <Button type="submit">Explain</Button>
        </div>
      </form>
      {asked && <Explanation asked={asked} />}
    </section>
  );
}

function Explanation({ asked }: { readonly asked: ExplainedCall }) {
  const query = useApiQuery(RULES_EXPLAIN, asked);
  return (
    <Loaded query={query} lines={2}>
      {({ explainDecision: answer }) =>
        answer?.__typename === 'PolicyExplanation' ? (
          <div className="stack stack--small" aria-live="polite">
            <p>
              <Badge kind={EFFECTS[answer.effect].badge}>{EFFECTS[answer.effect].title}</Badge>{' '}
              {answer.refusal ?? 'The call would be made.'}
            </p>
            {!answer.isComplete && (
              <p className="soft">
                Some of it depends on the input, the network address or which token of an endpoint calls: give all for
                the whole answer.
              </p>
            )}
            <ul>
              {answer.considered.map(({ rule, reason, problem }) => (
                <li key={rule?.id ?? reason}>
                  <strong>{rule ? rule.name : (OBSTACLES[reason] ?? reason)}</strong>
                  {rule && ` (${EFFECTS[rule.effect].title})`}: {problem ?? REASONS[reason] ?? reason}
                </li>
              ))}
            </ul>
          </div>
        ) : (
          <p role="alert">{answer?.message ?? 'There is no answer.'}</p>
        )
      }
    </Loaded>
  );
}
