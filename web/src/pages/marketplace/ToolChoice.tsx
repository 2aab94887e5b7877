import { useList } from '../../api/useList.ts';
import { Loaded } from '../../ui/Loading.tsx';
import type { AddChoice, Problem } from './addToStack.ts';
import { MARKETPLACE_TOOLS } from './operations.ts';
import { ToolPicker } from './ToolPicker.tsx';

type ToolChoiceProps = {
  readonly serverId: string;
  readonly choice: AddChoice;
  readonly problem: Problem | null;
  readonly onChange: (next: Partial<AddChoice>) => void;
};

const CHOICES = [
  { value: 'all', label: 'All' },
  { value: 'some', label: 'Some' },
  { value: 'none', label: 'None' },
] as const;

/** The tools enabled initially. */
export function ToolChoice({ serverId, choice, problem, onChange }: ToolChoiceProps) {
  const isPicking = choice.tools === 'some';
  const tools = useList(MARKETPLACE_TOOLS, { id: serverId }, ({ server }) => server?.tools, { isWhole: isPicking });
  return (
    <fieldset className="stack stack--small">
      <legend className="field__label marketplace-legend">
        Tools to enable{tools.totalCount === null ? '' : ` (${tools.totalCount})`}
      </legend>
      <div className="row">
        {CHOICES.map(({ value, label }) => (
          <label key={value} className="choice marketplace-choice">
            <input
              type="radio"
              name="tools"
              checked={choice.tools === value}
              onChange={() => onChange({ tools: value })}
            />
            {label}
          </label>
        ))}
      </div>
      {isPicking && (
        <Loaded query={tools}>
          {(list) => <ToolPicker tools={list} picked={choice.picked} onPick={(picked) => onChange({ picked })} />}
        </Loaded>
      )}
      {problem?.field === 'tools' && (
        <p className="field__error" role="alert">
          {problem.message}
        </p>
      )}
    </fieldset>
  );
}
