import type { ReactNode } from 'react';

type BadgeProps = { readonly kind?: 'plain' | 'good' | 'warn' | 'bad' | 'accent'; readonly children: ReactNode };

/** A state in a word or two, never only as a colour. */
export function Badge({ kind = 'plain', children }: BadgeProps) {
  return <span className={kind === 'plain' ? 'badge' : `badge badge--${kind}`}>{children}</span>;
}
