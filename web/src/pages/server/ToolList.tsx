import { counted } from '../../records/figures.ts';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { matchesTool } from '../marketplace/ToolPicker.tsx';
import { type ShownTool, ToolItem } from './ToolItem.tsx';

type ToolListProps = {
  /** The server whose hints can be corrected; none for a preview. */
  readonly serverId?: string;
  readonly isPrivate?: boolean;
  readonly tools: readonly ShownTool[];
  /** The total, if not all are loaded yet. */
  readonly total?: number | null;
  readonly filter: string;
  /** The initially expanded tool. */
  readonly openId: string | null;
  readonly onOpen?: (id: string) => void;
  readonly onClear: () => void;
};

export function ToolList({
  serverId,
  isPrivate = false,
  tools,
  total,
  filter,
  openId,
  onOpen,
  onClear,
}: ToolListProps) {
  const shown = tools.filter((tool) => matchesTool(tool, filter));
  const count = total ?? tools.length;
  if (tools.length === 0)
    return <Empty title="No tools">This server lists no tools. If it lists them only after sign-in, refresh it.</Empty>;
  return (
    <div className="stack stack--small">
      <p className={shown.length < count ? 'small soft' : 'visually-hidden'} role="status">
        {shown.length} of {counted(count, 'tool')}
      </p>
      {shown.length === 0 && tools.length === count && (
        <Empty title="No tools match" action={<Button onClick={onClear}>Show all tools</Button>}>
          The filter covers names and descriptions.
        </Empty>
      )}
      <ul className="stack stack--small">
        {shown.map((tool) => (
          <ToolItem
            key={tool.id}
            tool={tool}
            isOpen={tool.id === openId}
            isPrivate={isPrivate}
            {...(onOpen && { onOpen })}
            {...(serverId !== undefined && { serverId })}
          />
        ))}
      </ul>
    </div>
  );
}
