/** The order of a list of records that its address names; without one, the newest come first. */
export type RecordOrder = 'oldest';

export const isRecordOrder = (value: unknown): value is RecordOrder => value === 'oldest';

/** As the API takes it. */
export const orderVariable = (order: RecordOrder | undefined) =>
  order === 'oldest' ? ({ field: 'AT', direction: 'ASC' } as const) : null;

/** What such a list is called for those who do not see it. */
export const orderedTitle = (title: string, order: RecordOrder | undefined): string =>
  `${title}, ${order ?? 'newest'} first`;
