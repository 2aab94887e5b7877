import type { RowCount } from '../../core/kernel/page.ts';
import { builder } from '../builder.ts';

/** The number of a list's rows, which may be a lower bound. */
export const RowCountType = builder.objectRef<RowCount>('RowCount').implement({
  description: 'The number of rows in a list, exact or at least this many.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'The number of rows; if `isExact` is false, there may be more.' }),
    isExact: t.exposeBoolean('isExact', {
      description: 'Whether all rows were counted. If that would take too long, counting stops at 10,000 rows.',
    }),
  }),
});
