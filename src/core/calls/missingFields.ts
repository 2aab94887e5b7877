import type { SnapshotCredential, SnapshotField, SnapshotServer, SnapshotTool } from '../snapshots/snapshot.ts';

/** What a call lacks: the fields to fill in, and the same in words, where one of several sets would do. */
export type MissingFields = { readonly fields: readonly SnapshotField[]; readonly text: string };

type Stored = ReadonlyMap<string, SnapshotCredential>;
/** Sets of field ids, one of which has to be complete. */
export type Alternatives = readonly (readonly string[])[];

/** What a tool needs beyond its server's required fields. */
export const alternativesOf = ({ request }: Pick<SnapshotTool, 'request'>): Alternatives =>
  (request?.kind === 'operation' && request.credentials) || [];

/** The required fields without a value, and those of the alternatives when none is complete; null when nothing lacks. */
export function findMissing(server: SnapshotServer, stored: Stored, alternatives: Alternatives): MissingFields | null {
  const required = server.fields.filter((field) => field.required && !stored.has(field.fieldId));
  const lacking = lackingOf(server, stored, alternatives);
  const fields = server.fields.filter((field) => required.includes(field) || lacking.flat().includes(field));
  if (fields.length === 0) return null;
  const named = required.map(({ fieldId }) => fieldId);
  return { fields, text: [...named, ...inWords(lacking)].join(', ') };
}

/** What each alternative lacks; none when one of them lacks nothing. */
function lackingOf(
  { fields }: SnapshotServer,
  stored: Stored,
  alternatives: Alternatives,
): readonly (readonly SnapshotField[])[] {
  const lacking = alternatives.map((set) =>
    fields.filter(({ fieldId }) => set.includes(fieldId) && !stored.has(fieldId)),
  );
  return lacking.some((set) => set.length === 0) ? [] : lacking;
}

function inWords(lacking: readonly (readonly SnapshotField[])[]): readonly string[] {
  const ids = lacking.map((set) => set.map(({ fieldId }) => fieldId));
  const [only = []] = ids;
  if (ids.length < 2) return only;
  return [ids.map((set) => (set.length === 1 ? set.join() : `(${set.join(' and ')})`)).join(' or ')];
}
