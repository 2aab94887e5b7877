const DEFAULT_DAYS = 90;

/** How long a token works, as a form offers it. */
export const EXPIRIES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: String(DEFAULT_DAYS), label: '90 days' },
  { value: '365', label: 'One year' },
  { value: 'never', label: 'Until it is revoked' },
] as const;

export const EXPIRY_DEFAULT = String(DEFAULT_DAYS);

type Expiry = { readonly neverExpires: true } | { readonly expiresInDays: number };

export const toExpiry = (value: string): Expiry =>
  value === 'never' ? { neverExpires: true } : { expiresInDays: Number(value) };
