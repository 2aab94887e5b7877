import { useEffect, useRef, useState } from 'react';
import { Markdown } from '../../ui/Markdown.tsx';
import { ToolHints } from '../../ui/ToolHints.tsx';
import { withoutMarks } from '../../ui/withoutMarks.ts';
import { HintsForm, type ShownHints } from './HintsForm.tsx';
import { SchemaView } from './SchemaView.tsx';
import { SelectionForm } from './SelectionForm.tsx';
import { textBelow } from './textBelow.ts';

export type ShownTool = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly title?: string | null;
  readonly annotations?: unknown;
  readonly inputSchema: unknown;
  readonly method?: string | null;
  readonly hints?: ShownHints;
  readonly selection?: string | null;
};

type ToolItemProps = {
  readonly tool: ShownTool;
  readonly isOpen: boolean;
  readonly serverId?: string;
  /** The account may change its definition. */
  readonly isPrivate?: boolean;
  readonly onOpen?: (id: string) => void;
};

/** Details render on first expansion, since there may be hundreds of tools. */
export function ToolItem({ tool, isOpen, serverId, isPrivate = false, onOpen }: ToolItemProps) {
  const { id, name, title, annotations, inputSchema, method = null, hints, selection = null } = tool;
  const shown = hints ? { readOnlyHint: hints.isReadOnly, destructiveHint: hints.isDestructive } : annotations;
  const description = textBelow(title ?? name, tool.description || 'No description.');
  const [isDrawn, setIsDrawn] = useState(isOpen);
  const ref = useRef<HTMLDetailsElement>(null);
  const openAtFirst = useRef(isOpen);
  useEffect(() => {
    if (!openAtFirst.current || !ref.current) return;
    ref.current.open = true;
    ref.current.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <li>
      <details
        ref={ref}
        className="server-tool"
        onToggle={({ currentTarget }) => {
          if (!currentTarget.open) return;
          setIsDrawn(true);
          if (!isOpen) onOpen?.(id);
        }}
      >
        <summary>
          <span className="server-tool__name">
            <strong>{title ?? name}</strong>
            <code className="small soft">{id}</code>
            <ToolHints annotations={shown} method={method} isConfirmed={hints?.isConfirmed === true} />
          </span>
          {description && <span className="small soft server-tool__about">{withoutMarks(description)}</span>}
        </summary>
        {isDrawn && (
          <div className="stack server-tool__body">
            {description && <Markdown text={description} />}
            <SchemaView schema={inputSchema} />
            {serverId !== undefined && isPrivate && selection !== null && (
              <SelectionForm key={selection} serverId={serverId} tool={name} selection={selection} />
            )}
            {serverId !== undefined && hints && <HintsForm serverId={serverId} tool={{ ...tool, hints }} />}
          </div>
        )}
      </details>
    </li>
  );
}
