const DAY_MS = 86_400_000;

/** When a machine client ends, as a form offers it: days from now, or never. */
export const ENDS = [
  { value: '', label: 'Never' },
  { value: '30', label: 'in 30 days' },
  { value: '90', label: 'in 90 days' },
  { value: '365', label: 'in a year' },
] as const;

/** The instant that a choice stands for; null for never. */
export const endOf = (days: string): string | null =>
  days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
