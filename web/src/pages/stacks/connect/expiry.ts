const DEFAULT_DAYS = 90;
const DAY_MS = 86_400_000;

export const EXPIRIES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: String(DEFAULT_DAYS), label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'never', label: 'No expiration' },
] as const;

export const EXPIRY_DEFAULT = String(DEFAULT_DAYS);

/** The chosen expiry; null for never. */
export const toExpiry = (value: string): string | null =>
  value === 'never' ? null : new Date(Date.now() + Number(value) * DAY_MS).toISOString();
