const DAY_MS = 86_400_000;

/** Expiry options in days from now. */
export const ENDS = [
  { value: '', label: 'Never' },
  { value: '30', label: 'in 30 days' },
  { value: '90', label: 'in 90 days' },
  { value: '365', label: 'in 1 year' },
] as const;

/** The chosen expiry; null for never. */
export const endOf = (days: string): string | null =>
  days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
