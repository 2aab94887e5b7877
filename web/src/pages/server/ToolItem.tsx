import { Eye, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Badge } from '../../ui/Badge.tsx';
import { SchemaView } from './SchemaView.tsx';
import { textBelow } from './textBelow.ts';

export type ShownTool = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly title?: string | null;
  readonly annotations?: unknown;
  readonly inputSchema: unknown;
};

type ToolItemProps = {
  readonly tool: ShownTool;
  readonly isOpen: boolean;
  readonly onOpen?: (id: string) => void;
};

/** One tool; what is inside is drawn once it is opened, since there may be hundreds. */
export function ToolItem({ tool, isOpen, onOpen }: ToolItemProps) {
  const { id, name, title, annotations, inputSchema } = tool;
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
            <Hints annotations={annotations} />
          </span>
          {description && <span className="small soft server-tool__about">{description}</span>}
        </summary>
        {isDrawn && (
          <div className="stack server-tool__body">
            {description && <p className="server-tool__text">{description}</p>}
            <SchemaView schema={inputSchema} />
          </div>
        )}
      </details>
    </li>
  );
}

const isHinted = (annotations: unknown, hint: string): boolean =>
  typeof annotations === 'object' && annotations !== null && Reflect.get(annotations, hint) === true;

function Hints({ annotations }: { readonly annotations: unknown }) {
  if (isHinted(annotations, 'readOnlyHint'))
    return (
      <Badge kind="good">
        <Eye size={13} aria-hidden /> Only reads
      </Badge>
    );
  if (!isHinted(annotations, 'destructiveHint')) return null;
  return (
    <Badge kind="bad">
      <TriangleAlert size={13} aria-hidden /> May destroy data
    </Badge>
  );
}
