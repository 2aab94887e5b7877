import { table } from './output.ts';

type Difference = { readonly path: string; readonly before: string | null; readonly after: string | null };
type MissingCredential = { readonly serverId: string; readonly fieldId: string };

const SIGNS = { added: '+', removed: '-', changed: '~' } as const;
const kindOf = ({ before, after }: Difference): keyof typeof SIGNS =>
  before === null ? 'added' : after === null ? 'removed' : 'changed';

export const differencesJson = (differences: readonly Difference[]) =>
  differences.map((each) => ({ ...each, kind: kindOf(each) }));

/** Differences under headings for their two sides. */
export const differenceTable = (differences: readonly Difference[], before: string, after: string): string =>
  table(
    ['', 'PART', before, after],
    differences.map((each) => [` ${SIGNS[kindOf(each)]}`, each.path, each.before, each.after]),
    'No differences',
  );

export const missingJson = (missing: readonly MissingCredential[]) =>
  missing.map(({ serverId, fieldId }) => ({ server_id: serverId, field_id: fieldId }));

/** Warnings about the credentials that a stack lacks. */
export const missingTexts = (stack: string, missing: readonly MissingCredential[]): string[] =>
  missing.map(({ serverId, fieldId }) => `${stack}: ${serverId} needs the credential ${fieldId}`);
