/** The order in the URL; defaults to newest first. */
export type RecordOrder = 'oldest';

export const isRecordOrder = (value: unknown): value is RecordOrder => value === 'oldest';

export const orderVariable = (order: RecordOrder | undefined) =>
  order === 'oldest' ? ({ field: 'AT', direction: 'ASC' } as const) : null;

/** The list's accessible name. */
export const orderedTitle = (title: string, order: RecordOrder | undefined): string =>
  `${title}, ${order ?? 'newest'} first`;
