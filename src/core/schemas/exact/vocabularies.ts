import type { Dialect } from '../dialect.ts';
import { APPLICATORS } from './applicators.ts';
import { ASSERTIONS } from './assertions.ts';
import type { Keyword, Vocabulary } from './evaluate.ts';
import { ITEMS, OBJECT_MEMBERS, UNEVALUATED } from './members.ts';

const keywords = (table: Readonly<Record<string, Keyword>>, without: readonly string[]): Vocabulary =>
  new Map(Object.entries(table).filter(([name]) => !without.includes(name)));

const ALL = { ...ASSERTIONS, ...APPLICATORS, ...OBJECT_MEMBERS };
const OLD_ITEMS = { items: ITEMS.oldItems, additionalItems: ITEMS.additionalItems };

const NOT_BEFORE_2019 = ['$dynamicRef', '$recursiveRef', 'dependentSchemas', 'dependentRequired'];
const NOT_BEFORE_07 = [...NOT_BEFORE_2019, 'if'];
const NOT_BEFORE_06 = [...NOT_BEFORE_07, 'const', 'propertyNames', 'contains', 'exclusiveMinimum', 'exclusiveMaximum'];

/** The keywords of each dialect, in the order in which they are checked. Other keywords are annotations. */
export const VOCABULARIES: Readonly<Record<Dialect, Vocabulary>> = {
  'draft-04': keywords({ ...ALL, ...OLD_ITEMS }, NOT_BEFORE_06),
  'draft-06': keywords(
    { ...ALL, ...OLD_ITEMS, contains: ITEMS.contains({ isNoted: false, hasCounts: false }) },
    NOT_BEFORE_07,
  ),
  'draft-07': keywords(
    { ...ALL, ...OLD_ITEMS, contains: ITEMS.contains({ isNoted: false, hasCounts: false }) },
    NOT_BEFORE_2019,
  ),
  '2019-09': keywords(
    { ...ALL, ...OLD_ITEMS, contains: ITEMS.contains({ isNoted: false, hasCounts: true }), ...UNEVALUATED },
    ['$dynamicRef'],
  ),
  '2020-12': keywords(
    {
      ...ALL,
      prefixItems: ITEMS.prefixItems,
      items: ITEMS.items,
      contains: ITEMS.contains({ isNoted: true, hasCounts: true }),
      ...UNEVALUATED,
    },
    ['$recursiveRef'],
  ),
};
