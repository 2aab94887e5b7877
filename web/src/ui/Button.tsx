import { type LinkProps, Link as RouterLink } from '@tanstack/react-router';
import type { ButtonHTMLAttributes, ReactNode } from 'react';

type Look = {
  readonly kind?: 'default' | 'primary' | 'danger' | 'plain';
  readonly size?: 'default' | 'small';
  /** Icon only; requires an `aria-label`. */
  readonly isIcon?: boolean;
};

const classOf = ({ kind = 'default', size = 'default', isIcon = false }: Look): string =>
  ['button', kind !== 'default' && `button--${kind}`, size !== 'default' && `button--${size}`, isIcon && 'button--icon']
    .filter(Boolean)
    .join(' ');

type ButtonProps = Look & ButtonHTMLAttributes<HTMLButtonElement> & { readonly isBusy?: boolean };

/** A button that can't be pressed again while it is busy, but keeps the focus. */
export function Button({ kind, size, isIcon, isBusy = false, onClick, children, ...rest }: ButtonProps) {
  const variant = { ...(kind && { kind }), ...(size && { size }), ...(isIcon !== undefined && { isIcon }) };
  return (
    <button
      type="button"
      {...rest}
      className={classOf(variant)}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {children}
    </button>
  );
}

type ButtonLinkProps = Look &
  Pick<LinkProps, 'to' | 'params' | 'search' | 'state'> & {
    /** Runs on navigation. */
    readonly onClick?: () => void;
    readonly children: ReactNode;
  };

/** A link that looks like a button, for navigation only. */
export function ButtonLink({ kind, size, children, ...rest }: ButtonLinkProps) {
  return (
    <RouterLink {...rest} className={classOf({ ...(kind && { kind }), ...(size && { size }) })}>
      {children}
    </RouterLink>
  );
}

type ButtonAnchorProps = Look & { readonly href: string; readonly children: ReactNode };

/** A link to a URL outside the dashboard that looks like a button. */
export function ButtonAnchor({ kind, size, href, children }: ButtonAnchorProps) {
  return (
    <a href={href} className={classOf({ ...(kind && { kind }), ...(size && { size }) })}>
      {children}
    </a>
  );
}
