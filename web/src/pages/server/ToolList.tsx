import { counted } from '../../records/figures.ts';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { matchesTool } from '../marketplace/ToolPicker.tsx';
import { type ShownTool, ToolItem } from './ToolItem.tsx';

type ToolListProps = {
  readonly tools: readonly ShownTool[];
  /** How many there are, where not all of them are here yet. */
  readonly total?: number | null;
  readonly filter: string;
  /** The tool that is open to begin with. */
  readonly openId: string | null;
  readonly onOpen?: (id: string) => void;
  readonly onClear: () => void;
};

/** Tools, each with its input when it is opened. */
export function ToolList({ tools, total, filter, openId, onOpen, onClear }: ToolListProps) {
  const shown = tools.filter((tool) => matchesTool(tool, filter));
  const count = total ?? tools.length;
  if (tools.length === 0)
    return (
      <Empty title="No tools">This server lists none. One that lists them after a sign-in has to be refreshed.</Empty>
    );
  return (
    <div className="stack stack--small">
      <p className={shown.length < count ? 'small soft' : 'visually-hidden'} role="status">
        {shown.length} of {counted(count, 'tool')}
      </p>
      {shown.length === 0 && tools.length === count && (
        <Empty title="No tool matches" action={<Button onClick={onClear}>Show all tools</Button>}>
          The filter looks at names and descriptions.
        </Empty>
      )}
      <ul className="stack stack--small">
        {shown.map((tool) => (
          <ToolItem key={tool.id} tool={tool} isOpen={tool.id === openId} {...(onOpen && { onOpen })} />
        ))}
      </ul>
    </div>
  );
}
