import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

type StackBannerProps = {
  readonly stack: { readonly id: string; readonly name: string } | null;
  readonly isMissing: boolean;
  readonly children?: ReactNode;
};

/** Says which stack one chooses for; keeps its place while that is found out. */
export function StackBanner({ stack, isMissing, children }: StackBannerProps) {
  if (isMissing)
    return (
      <Notice kind="warn">
        <p>The stack that you came from does not exist any more. Add servers to another one.</p>
      </Notice>
    );
  return (
    <Notice>
      <div className="row row--spread">
        <p>
          Choosing for the stack <strong>{stack?.name ?? '…'}</strong>. {children}
        </p>
        {stack && (
          <ButtonLink to="/stacks/$stackId" params={{ stackId: stack.id }} size="small">
            Done
          </ButtonLink>
        )}
      </div>
    </Notice>
  );
}
