import { Eye, TriangleAlert } from 'lucide-react';
import { Badge } from './Badge.tsx';

const isHinted = (annotations: unknown, hint: string): boolean =>
  typeof annotations === 'object' && annotations !== null && Reflect.get(annotations, hint) === true;

/** What a tool says that it does to data: only reads it, or may destroy it. */
export function ToolHints({ annotations }: { readonly annotations: unknown }) {
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
