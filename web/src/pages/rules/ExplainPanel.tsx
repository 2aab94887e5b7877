import { type FormEvent, useState } from 'react';
import { StackField } from '../../stackField/StackField.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextAreaField, TextField } from '../../ui/Field.tsx';
import { type ExplainedCall, Explanation } from './Explanation.tsx';
import { inputIn } from './inputIn.ts';
import { CallerField, ToolField } from './pickers.tsx';

export function ExplainPanel() {
  const [draft, setDraft] = useState({ stackId: '', toolId: '', callerId: '', address: '', input: '' });
  const [call, setCall] = useState<ExplainedCall | null>(null);
  const field = (name: 'address' | 'input') => ({
    value: draft[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setDraft({ ...draft, [name]: target.value }),
  });
  const input = inputIn(draft.input);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { stackId, toolId, callerId, address } = draft;
    if (input === null) return;
    setCall({
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
        <StackField
          label="Stack"
          none="Choose a stack"
          required
          value={draft.stackId}
          onChange={(stackId) => setDraft({ ...draft, stackId })}
        />
        <ToolField
          label="Tool"
          required
          value={draft.toolId}
          onChange={(toolId) => setDraft((now) => ({ ...now, toolId }))}
        />
        <CallerField
          label="Caller"
          stackId={draft.stackId}
          value={draft.callerId}
          onChange={(callerId) => setDraft((now) => ({ ...now, callerId }))}
        />
        <TextField
          label="Network address"
          hint="The caller’s IP address. Needed only for tokens that work from certain networks."
          isMono
          {...field('address')}
        />
        <TextAreaField
          label="Input"
          hint="JSON. Without it, rules that read the input are skipped."
          rows={2}
          isMono
          error={input === null ? 'Invalid JSON.' : null}
          {...field('input')}
        />
        <div className="row">
          <Button type="submit">Explain</Button>
        </div>
      </form>
      {call && <Explanation call={call} />}
    </section>
  );
}
