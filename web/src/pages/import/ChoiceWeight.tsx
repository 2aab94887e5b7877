import { useState } from 'react';
import { TextField } from '../../ui/Field.tsx';
import { FORMATS, TOKENS_BUDGET, weightOf } from './operationChoice.ts';
import type { Listed } from './useImport.ts';

type ChoiceWeightProps = { readonly listed: Listed; readonly picked: ReadonlySet<string> };

const MAX = 10_000_000;

/** The selection’s share of a model’s context in each format, against a budget. */
export function ChoiceWeight({ listed, picked }: ChoiceWeightProps) {
  const [budget, setBudget] = useState(TOKENS_BUDGET);
  const { tokens, unknown } = weightOf(listed.list.operations, picked);
  const over = FORMATS.filter(({ key }) => tokens[key] > budget);
  return (
    <div className="import-weight">
      <p className="small" role="status">
        {picked.size} selected{unknown > 0 && `, ${unknown} of unknown size`}.{' '}
        {over.length === 0
          ? `Fits the budget of ${budget.toLocaleString('en')} tokens in every format.`
          : `Over the budget of ${budget.toLocaleString('en')} tokens for ${over.map(({ label }) => label).join(', ')}. Select fewer operations, or let agents search.`}
      </p>
      <ul className="import-weights">
        {FORMATS.map(({ key, label }) => (
          <li key={key} className={tokens[key] > budget ? 'import-weights__over' : undefined}>
            <span className="small">{label}</span>
            <meter
              min={0}
              max={budget + 1}
              // Browsers color a value above `high` as bad if the best value is below `low`.
              low={budget}
              high={budget}
              optimum={0}
              value={Math.min(tokens[key], budget + 1)}
              aria-label={`Tokens for ${label}`}
            />
            <span className="small">about {tokens[key].toLocaleString('en')}</span>
          </li>
        ))}
      </ul>
      <TextField
        label="Token budget"
        type="number"
        min={1}
        max={MAX}
        step={1_000}
        value={budget}
        onChange={({ target }) => setBudget(Math.min(MAX, Math.max(1, target.valueAsNumber || 1)))}
      />
    </div>
  );
}
