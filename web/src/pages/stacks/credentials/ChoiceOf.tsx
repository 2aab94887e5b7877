import { useId } from 'react';
import { Badge } from '../../../ui/Badge.tsx';
import type { Choice } from './choices.ts';

type ChoiceOfProps = {
  readonly choices: readonly Choice[];
  readonly chosen: Choice;
  readonly isComplete: (choice: Choice) => boolean;
  readonly onChoose: (key: string) => void;
};

/** Alternatives, of which any one is enough. */
export function ChoiceOf({ choices, chosen, isComplete, onChoose }: ChoiceOfProps) {
  const name = useId();
  const isSame = choices.every(({ toolCount }) => toolCount === choices[0]?.toolCount);
  return (
    <fieldset className="stack stack--small">
      <legend>
        <strong>Choose one</strong>
      </legend>
      {choices.map((choice) => (
        <label key={choice.key} className="choice">
          <input type="radio" name={name} checked={choice === chosen} onChange={() => onChoose(choice.key)} />
          {choice.label}
          {!isSame && (
            <span className="soft small">
              for {choice.toolCount} {choice.toolCount === 1 ? 'tool' : 'tools'}
            </span>
          )}
          {isComplete(choice) && <Badge kind="good">Added</Badge>}
        </label>
      ))}
    </fieldset>
  );
}
