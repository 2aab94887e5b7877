import { type FormEvent, useState } from 'react';
import type { ToolListMode } from '../../../gql/graphql.ts';
import { counted } from '../../../records/figures.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextAreaField } from '../../../ui/Field.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { PickCard } from './PickCard.tsx';
import { useTalk } from './talk.ts';
import type { Answer, ToolAnswer, Turn } from './turns.ts';

export function Conversation({ stackId }: { readonly stackId: string }) {
  const [mode, setMode] = useState<ToolListMode>('FULL');
  const talk = useTalk(stackId, mode);
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (talk.isBusy || talk.turns.at(-1)?.by === 'person' || text.trim() === '') return;
    talk.say(text.trim());
    setText('');
  };
  return (
    <section className="stack" aria-label="Chat">
      <ol className="stack chat__turns" aria-live="polite" aria-busy={talk.isBusy}>
        {talk.turns.map((turn, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: turns are only added
          <li key={index}>
            <TurnView
              stackId={stackId}
              turn={turn}
              isOpen={index === talk.turns.length - 1 && !talk.isBusy}
              onGiven={talk.give}
            />
          </li>
        ))}
      </ol>
      {talk.isBusy && <p role="status">The model is thinking …</p>}
      <ErrorNotice error={talk.error} onRetry={talk.retry} />
      <form className="stack" onSubmit={submit}>
        <TextAreaField
          label="Prompt"
          hint="For example, a question one of your users might ask."
          rows={3}
          maxLength={20_000}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div className="row">
          <Button type="submit" kind="primary" isBusy={talk.isBusy} disabled={text.trim() === ''}>
            Ask the model
          </Button>
          {talk.turns.length > 0 && <Button onClick={talk.clear}>Start over</Button>}
          <Switch
            label="Search mode: the model searches for tools first"
            isOn={mode === 'SEARCH'}
            onChange={(isOn) => setMode(isOn ? 'SEARCH' : 'FULL')}
          />
        </div>
      </form>
    </section>
  );
}

type TurnProps = {
  readonly stackId: string;
  readonly turn: Turn;
  readonly isOpen: boolean;
  readonly onGiven: (result: ToolAnswer) => void;
};

function TurnView({ stackId, turn, isOpen, onGiven }: TurnProps) {
  if (turn.by === 'person') {
    return (
      <div className="chat__person">
        <p className="small soft">You</p>
        <p className="chat__text">{turn.text}</p>
      </div>
    );
  }
  const { answer, results } = turn;
  return (
    <div className="stack stack--small">
      <p className="small soft">
        {answer.model}
        {answer.inputTokens !== null && `, ${counted(answer.inputTokens, 'input token')}`}
      </p>
      {answer.text !== '' && <p className="chat__text">{answer.text}</p>}
      {answer.isCut && <p className="small">Truncated by the provider (length).</p>}
      {answer.picks.map((picked) => (
        <PickCard
          key={picked.ref}
          stackId={stackId}
          picked={picked}
          result={results.find(({ ref }) => ref === picked.ref)}
          isOpen={isOpen}
          onGiven={onGiven}
        />
      ))}
      <Others answer={answer} />
    </div>
  );
}

/** The tools that the model didn't pick. */
function Others({ answer: { picks, offered } }: { readonly answer: Answer }) {
  const others = offered.filter(({ name }) => !picks.some((picked) => picked.name === name));
  if (others.length === 0) return null;
  return (
    <details>
      <summary>{others.length === 1 ? '1 other tool' : `${others.length} other tools`} available</summary>
      <ul className="chat__others small">
        {others.map(({ name, serverId }) => (
          <li key={name}>
            <code>{name}</code> of {serverId}
          </li>
        ))}
      </ul>
    </details>
  );
}
