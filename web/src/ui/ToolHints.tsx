import { Eye, Globe, TriangleAlert } from 'lucide-react';
import { Badge } from './Badge.tsx';

const isHinted = (annotations: unknown, hint: string): boolean =>
  typeof annotations === 'object' && annotations !== null && Reflect.get(annotations, hint) === true;

type ToolHintsProps = {
  readonly annotations: unknown;
  /** Also shows the open-world hint, and missing read/write hints. */
  readonly isFull?: boolean;
};

/** A tool's own hints about its effects. */
export function ToolHints({ annotations, isFull = false }: ToolHintsProps) {
  return (
    <>
      <DataHint annotations={annotations} isFull={isFull} />
      {isFull && isHinted(annotations, 'openWorldHint') && (
        <Badge kind="warn">
          <Globe size={13} aria-hidden /> Open world
        </Badge>
      )}
    </>
  );
}

function DataHint({ annotations, isFull }: Required<ToolHintsProps>) {
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
  return isFull && !hasSaid(annotations) ? <Badge>No read/write hint</Badge> : null;
}

const hasSaid = (annotations: unknown): boolean =>
  typeof annotations === 'object' &&
  annotations !== null &&
  ['readOnlyHint', 'destructiveHint'].some((hint) => typeof Reflect.get(annotations, hint) === 'boolean');
