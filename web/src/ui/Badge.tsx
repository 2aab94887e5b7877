import type { ReactNode } from 'react';

type BadgeProps = { readonly kind?: 'plain' | 'good' | 'warn' | 'bad' | 'accent'; readonly children: ReactNode };

/** A state in a word or two. Never shows a state by colour alone. */
export function Badge({ kind = 'plain', children }: BadgeProps) {
  return <span className={kind === 'plain' ? 'badge' : `badge badge--${kind}`}>{children}</span>;
}
