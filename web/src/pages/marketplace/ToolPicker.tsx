import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { textBelow } from '../server/textBelow.ts';

type PickableTool = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly title?: string | null;
};

type ToolPickerProps = {
  readonly tools: readonly PickableTool[];
  readonly picked: ReadonlySet<string>;
  readonly onPick: (picked: ReadonlySet<string>) => void;
};

/** Whether every word of `filter` is in the tool's name or description. */
export function matchesTool({ id, name, title, description }: PickableTool, filter: string): boolean {
  const text = `${id} ${name} ${title ?? ''} ${description}`.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export function ToolPicker({ tools, picked, onPick }: ToolPickerProps) {
  const [filter, setFilter] = useState('');
  const shown = tools.filter((tool) => matchesTool(tool, filter));
  const shownIds = shown.map(({ id }) => id);
  const without = (ids: readonly string[]) => new Set([...picked].filter((id) => !ids.includes(id)));
  return (
    <div className="stack stack--small">
      <SearchInput label="Filter tools" value={filter} onChange={setFilter} />
      <div className="row">
        <Button size="small" onClick={() => onPick(new Set([...picked, ...shownIds]))}>
          Select shown
        </Button>
        <Button size="small" onClick={() => onPick(without(shownIds))}>
          Deselect shown
        </Button>
        <span className="small soft" role="status">
          {picked.size} chosen, {shown.length} of {tools.length} shown
        </span>
      </div>
      <ul className="marketplace-picker">
        {shown.map(({ id, name, title, description }) => (
          <li key={id}>
            <label className="choice marketplace-picker__tool">
              <input
                type="checkbox"
                checked={picked.has(id)}
                onChange={({ target }) => onPick(target.checked ? new Set([...picked, id]) : without([id]))}
              />
              <span>
                <strong>{title ?? name}</strong> <code className="small soft">{id}</code>
                <span className="small soft marketplace-picker__about">{textBelow(title ?? name, description)}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </div>
  );
}
