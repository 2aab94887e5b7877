import type { ToolListMode } from '../../../gql/graphql.ts';
import { SelectField } from '../../../ui/Field.tsx';

export type ListMode = ToolListMode;

const MODES = [
  { mode: 'FULL', label: 'Every enabled tool', hint: 'Best for up to about 40 tools.' },
  {
    mode: 'SEARCH',
    label: 'Search tools, and those you pinned',
    hint: 'The agent searches for tools and calls what it finds. Best for many tools: the list stays short.',
  },
] as const satisfies readonly { mode: ListMode; label: string; hint: string }[];

type ModeFieldProps = { readonly mode: ListMode; readonly onChoose: (mode: ListMode) => void };

export function ModeField({ mode, onChoose }: ModeFieldProps) {
  const choose = (value: string) => {
    const chosen = MODES.find((each) => each.mode === value);
    if (chosen) onChoose(chosen.mode);
  };
  return (
    <SelectField
      label="Tools that agents see"
      hint={MODES.find((each) => each.mode === mode)?.hint}
      value={mode}
      onChange={(event) => choose(event.target.value)}
    >
      {MODES.map((each) => (
        <option key={each.mode} value={each.mode}>
          {each.label}
        </option>
      ))}
    </SelectField>
  );
}
