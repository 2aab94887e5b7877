import { useLocation, useNavigate } from '@tanstack/react-router';
import { StackField } from '../../stackField/StackField.tsx';

/** Opens the same tab of another stack. */
export function StackSwitcher({ stackId }: { readonly stackId: string }) {
  const navigate = useNavigate();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const open = (id: string) => {
    if (id !== '' && id !== stackId) void navigate({ href: path.replace(stackId, id) });
  };
  return (
    <div className="stack-switcher">
      <StackField label="Switch stack" value={stackId} onChange={open} />
    </div>
  );
}
