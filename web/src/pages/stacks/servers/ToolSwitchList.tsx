import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { StacksEnabledToolsQuery, StacksServerToolsQuery } from '../../../gql/graphql.ts';
import { May } from '../../../shell/May.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { SearchInput } from '../../../ui/SearchInput.tsx';
import { ToolRow } from './ToolRow.tsx';
import { useToolSwitches } from './useToolSwitches.ts';

export type OfferedTool = NonNullable<StacksServerToolsQuery['server']>['tools']['nodes'][number];
export type EnabledTool = NonNullable<StacksEnabledToolsQuery['stack']>['tools']['nodes'][number];

type ToolSwitchListProps = {
  readonly stackId: string;
  readonly server: { readonly id: string; readonly name: string };
  readonly offered: readonly OfferedTool[];
  readonly enabled: readonly EnabledTool[];
  /** Enabled tools that the server does not offer any more: they stay so until their review. */
  readonly removed: readonly string[];
};

const holds = ({ id, name, title, description }: OfferedTool, text: string): boolean =>
  [id, name, title ?? '', description].some((each) => each.toLowerCase().includes(text));

export function ToolSwitchList({ stackId, server, offered, enabled, removed }: ToolSwitchListProps) {
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
      {shown.length === 0 && <p className="soft">No tool matches.</p>}
      <ul className="stacks-tools">
        {shown.map((tool) => (
          <ToolRow
            key={tool.id}
            stackId={stackId}
            tool={tool}
            isOn={switches.enabled.has(tool.id)}
            shownAs={shownAs.get(tool.id) ?? null}
            onSwitch={(isOn) => switches.set([tool.id], isOn)}
          />
        ))}
      </ul>
    </div>
  );
}
