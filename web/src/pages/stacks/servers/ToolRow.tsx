import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../../shell/useMay.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { withoutMarks } from '../../../ui/withoutMarks.ts';
import { EditToolDialog } from './EditToolDialog.tsx';
import type { EnabledTool, OfferedTool } from './ToolSwitchList.tsx';

type ToolRowProps = {
  readonly stackId: string;
  readonly tool: OfferedTool;
  readonly isOn: boolean;
  /** The tool as agents see it; null if disabled. */
  readonly shownAs: EnabledTool | null;
  /** Missing credentials that the tool requires; null if none. */
  readonly lacking: string | null;
  readonly onSwitch: (isOn: boolean) => void;
};

export function ToolRow({ stackId, tool, isOn, shownAs, lacking, onSwitch }: ToolRowProps) {
  const [isEditing, setIsEditing] = useState(false);
  const mayChange = useMay('WRITE');
  const name = shownAs?.exposedName ?? tool.id;
  return (
    <li className="stacks-tool">
      <Switch label={`Enable ${tool.id}`} hideLabel isOn={isOn} isDisabled={!mayChange} onChange={onSwitch} />
      <div className="stacks-tool__text">
        <p className="row">
          <code>{name}</code>
          {name !== tool.id && <span className="soft small">was {tool.id}</span>}
          {shownAs?.isPinned && <Badge kind="accent">Pinned</Badge>}
          {isOn && lacking !== null && <Badge kind="warn">Needs {lacking}</Badge>}
        </p>
        <p className="soft small stacks-clamp">{withoutMarks(shownAs?.description ?? tool.description)}</p>
      </div>
      {isOn && shownAs && mayChange && (
        <Button kind="plain" size="small" isIcon aria-label={`Edit ${tool.id}`} onClick={() => setIsEditing(true)}>
          <Pencil size={16} aria-hidden />
        </Button>
      )}
      {isEditing && shownAs && (
        <EditToolDialog stackId={stackId} tool={tool} shownAs={shownAs} onClose={() => setIsEditing(false)} />
      )}
    </li>
  );
}
