import { Eye, Globe, TriangleAlert } from 'lucide-react';
import { Badge } from './Badge.tsx';

const isHinted = (annotations: unknown, hint: string): boolean =>
  typeof annotations === 'object' && annotations !== null && Reflect.get(annotations, hint) === true;

type ToolHintsProps = {
  readonly annotations: unknown;
  /** Whether to say, too, that it reaches systems of anybody's, and that it says nothing of what it does to data. */
  readonly isFull?: boolean;
};

/** What a tool says that it does to data: only reads it, or may destroy it. */
export function ToolHints({ annotations, isFull = false }: ToolHintsProps) {
  return (
    <>
      <DataHint annotations={annotations} isFull={isFull} />
      {isFull && isHinted(annotations, 'openWorldHint') && (
        <Badge kind="warn">
          <Globe size={13} aria-hidden /> Reaches the open world
        </Badge>
      )}
    </>
  );
}

function DataHint({ annotations, isFull }: Required<ToolHintsProps>) {
  if (isHinted(annotations, 'readOnlyHint'))
    return (
      <Badge kind="good">
        <Eye size={13} aria-hidden /> Only reads
      </Badge>
    );
  if (isHinted(annotations, 'destructiveHint'))
    return (
      <Badge kind="bad">
        <TriangleAlert size={13} aria-hidden /> May destroy data
      </Badge>
    );
  return isFull && !hasSaid(annotations) ? <Badge>Does not say what it does to data</Badge> : null;
}

const hasSaid = (annotations: unknown): boolean =>
  typeof annotations === 'object' &&
  annotations !== null &&
  ['readOnlyHint', 'destructiveHint'].some((hint) => typeof Reflect.get(annotations, hint) === 'boolean');
