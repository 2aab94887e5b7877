import type { SnapshotField, SnapshotServer, SnapshotTool } from '../snapshots/snapshot.ts';
import { clientSignInFields } from './clientSignIn.ts';

/** Credentials missing for a call: the fields, and a description, since one of several sets may suffice. */
export type MissingFields = { readonly fields: readonly SnapshotField[]; readonly text: string };

type Stored = Pick<ReadonlySet<string>, 'has'>;
/** Sets of field ids; one set has to be complete. */
type Alternatives = readonly (readonly string[])[];
/** For a tool that needs only its server's required fields. */
export const NO_ALTERNATIVES: Alternatives = [];

/** The sets that a tool needs in addition to its server's required fields. */
export const alternativesOf = ({ request }: Pick<SnapshotTool, 'request'>): Alternatives =>
  request?.credentials ?? NO_ALTERNATIVES;

/**
 * The required fields without a value, plus the alternatives' fields if no alternative is complete; null if nothing is
 * missing.
 */
export function findMissing(
  server: SnapshotServer,
  credentials: Stored,
  alternatives: Alternatives,
): MissingFields | null {
  const derived = clientSignInFields(server, credentials);
  const stored = { has: (id: string) => credentials.has(id) || derived.some(({ fieldId }) => fieldId === id) };
  const required = server.fields.filter((field) => field.required && !stored.has(field.fieldId));
  const lacking = lackingOf(server, stored, alternatives);
  if (required.length === 0 && lacking.length === 0) return null;
  const fields = server.fields.filter((field) => required.includes(field) || lacking.flat().includes(field));
  const named = required.map(({ fieldId }) => fieldId);
  return { fields, text: [...named, ...inWords(lacking)].join(', ') };
}

/** Missing fields of each alternative; empty if one is complete. */
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
