import type { ToolListMode } from '../../../gql/graphql.ts';
import { SelectField } from '../../../ui/Field.tsx';

export type ListMode = ToolListMode;

/** Above this number of tools, agents should search. */
export const FULL_TOOLS_MAX = 40;

const MODES = [
  { mode: 'FULL', label: 'All enabled tools', hint: `Best for up to about ${FULL_TOOLS_MAX} tools.` },
  {
    mode: 'SEARCH',
    label: 'Search tools and pinned tools',
    hint: 'The agent searches for tools and calls the results. Best for many tools, because the list stays short.',
  },
  {
    mode: 'CODE',
    label: 'Code tools and pinned tools',
    hint: 'The agent searches for tools and writes programs that call them. Best for tasks with many calls.',
  },
] as const satisfies readonly { mode: ListMode; label: string; hint: string }[];

type ModeFieldProps = {
  readonly mode: ListMode;
  /** The number of enabled tools, if known. */
  readonly toolCount?: number | null;
  readonly onChoose: (mode: ListMode) => void;
};

export function ModeField({ mode, toolCount = null, onChoose }: ModeFieldProps) {
  const choose = (value: string) => {
    const chosen = MODES.find((each) => each.mode === value);
    if (chosen) onChoose(chosen.mode);
  };
  return (
    <SelectField
      label="Tools shown to agents"
      hint={`${countText(toolCount)}${MODES.find((each) => each.mode === mode)?.hint}`}
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

function countText(count: number | null): string {
  if (count === null) return '';
  return `This stack has ${count} enabled ${count === 1 ? 'tool' : 'tools'}. `;
}
