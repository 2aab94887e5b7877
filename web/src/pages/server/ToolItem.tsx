import { Eye, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Badge } from '../../ui/Badge.tsx';
import { SchemaView } from './SchemaView.tsx';

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
  const { id, name, title, description, annotations, inputSchema } = tool;
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
            <Hints annotations={annotations} />
          </span>
          <span className="small soft server-tool__about">{description || 'No description.'}</span>
        </summary>
        {isDrawn && (
          <div className="stack server-tool__body">
            <p className="server-tool__text">{description}</p>
            <dl className="facts">
              <dt>Tool id</dt>
              <dd>
                <code>{id}</code>
              </dd>
            </dl>
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
