import { Eye, Globe, TriangleAlert } from 'lucide-react';
import { Badge } from './Badge.tsx';

const isHinted = (annotations: unknown, hint: string): boolean =>
  typeof annotations === 'object' && annotations !== null && Reflect.get(annotations, hint) === true;

type ToolHintsProps = {
  readonly annotations: unknown;
  /** Also shows the open-world hint, and missing read/write hints. */
  readonly isFull?: boolean;
  /** The HTTP method, shown for a tool that only seems to read until a person confirms it. */
  readonly method?: string | null;
  /** Whether a person has confirmed the hints. */
  readonly isConfirmed?: boolean;
};

/** A tool's own hints about its effects. */
export function ToolHints({ annotations, isFull = false, method = null, isConfirmed = false }: ToolHintsProps) {
  return (
    <>
      <DataHint annotations={annotations} isFull={isFull} method={method} isConfirmed={isConfirmed} />
      {isFull && isHinted(annotations, 'openWorldHint') && (
        <Badge kind="warn">
          <Globe size={13} aria-hidden /> Open world
        </Badge>
      )}
    </>
  );
}

function DataHint({ annotations, isFull, method, isConfirmed }: Required<ToolHintsProps>) {
  if (isHinted(annotations, 'readOnlyHint') && !isConfirmed) return <Badge>{method ?? 'Marked read-only'}</Badge>;
  if (isHinted(annotations, 'readOnlyHint'))
    return (
      <Badge kind="good">
        <Eye size={13} aria-hidden /> Read-only
      </Badge>
    );
  if (isHinted(annotations, 'destructiveHint'))
    return (
      <Badge kind="bad">
        <TriangleAlert size={13} aria-hidden /> Destructive
      </Badge>
    );
  return isFull && !hasHints(annotations) ? <Badge>No read/write hint</Badge> : null;
}

const hasHints = (annotations: unknown): boolean =>
  typeof annotations === 'object' &&
  annotations !== null &&
  ['readOnlyHint', 'destructiveHint'].some((hint) => typeof Reflect.get(annotations, hint) === 'boolean');
