import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { StacksEnabledToolsQuery, StacksServerFragment, StacksServerToolsQuery } from '../../../gql/graphql.ts';
import { May } from '../../../shell/May.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { SearchInput } from '../../../ui/SearchInput.tsx';
import { lackingIn } from './lacking.ts';
import { ToolRow } from './ToolRow.tsx';
import { useToolSwitches } from './useToolSwitches.ts';

export type OfferedTool = NonNullable<StacksServerToolsQuery['server']>['tools']['nodes'][number];
export type EnabledTool = NonNullable<StacksEnabledToolsQuery['stack']>['tools']['nodes'][number];

type ToolSwitchListProps = {
  readonly stackId: string;
  readonly placed: StacksServerFragment;
  readonly offered: readonly OfferedTool[];
  readonly enabled: readonly EnabledTool[];
};

const holds = ({ id, name, title, description }: OfferedTool, text: string): boolean =>
  [id, name, title ?? '', description].some((each) => each.toLowerCase().includes(text));

export function ToolSwitchList({ stackId, placed, offered, enabled }: ToolSwitchListProps) {
  // If the server removes an enabled tool, the tool stays enabled until someone reviews the removal.
  const { server, removedToolIds: removed } = placed;
  const [filter, setFilter] = useState('');
  const shownAs = new Map(enabled.map((tool) => [tool.id, tool]));
  const switches = useToolSwitches(stackId, server.id, { stored: new Set(shownAs.keys()), removed });
  const text = filter.trim().toLowerCase();
  const shown = text === '' ? offered : offered.filter((tool) => holds(tool, text));
  const ids = shown.map(({ id }) => id);
  const which = text === '' ? 'all' : 'shown';
  return (
    <div className="stack stack--small">
      <div className="row">
        <SearchInput label={`Filter tools of ${server.name}`} value={filter} onChange={setFilter} />
        <May right="WRITE">
          <Button size="small" disabled={ids.length === 0} onClick={() => switches.set(ids, true)}>
            Enable {which}
          </Button>
          <Button size="small" disabled={ids.length === 0} onClick={() => switches.set(ids, false)}>
            Disable {which}
          </Button>
        </May>
        <p className="soft small" role="status">
          {switches.enabled.size} of {offered.length} enabled{switches.isSaving ? ', saving…' : ''}
          {text !== '' && `, ${shown.length} shown`}
          {removed.length > 0 && (
            <>
              , {removed.length} removed by the server: <Link to="/reviews">review</Link>
            </>
          )}
        </p>
      </div>
      <ErrorNotice error={switches.error} />
      {shown.length === 0 && <p className="soft">No tools match.</p>}
      <ul className="stacks-tools">
        {shown.map((tool) => {
          const own = shownAs.get(tool.id) ?? null;
          return (
            <ToolRow
              key={tool.id}
              stackId={stackId}
              tool={tool}
              isOn={switches.enabled.has(tool.id)}
              shownAs={own}
              lacking={own && lackingIn(own, placed)}
              onSwitch={(isOn) => switches.set([tool.id], isOn)}
            />
          );
        })}
      </ul>
    </div>
  );
}
