const DEFAULT_DAYS = 90;

export const EXPIRIES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: String(DEFAULT_DAYS), label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'never', label: 'No expiration' },
] as const;

export const EXPIRY_DEFAULT = String(DEFAULT_DAYS);

type Expiry = { readonly neverExpires: true } | { readonly expiresInDays: number };

export const toExpiry = (value: string): Expiry =>
  value === 'never' ? { neverExpires: true } : { expiresInDays: Number(value) };
