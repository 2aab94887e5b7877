import { alsoInHosts, createScrubber, type Scrubber } from '../results/scrub.ts';
import type { SnapshotServer } from '../snapshots/snapshot.ts';
import type { OpenCredential } from './connector.ts';
import type { CallDiagnostics } from './diagnostics.ts';

/** Longer than the texts that logs and rows store, so truncating here loses nothing. */
const CAUSE_CHARS_MAX = 4_000;

/** Secret values of a call, and the function that scrubs them. */
type UsedSecrets = {
  readonly secrets: readonly string[];
  /** Null if there are none. */
  readonly scrubber: Scrubber | null;
  scrubText(text: string): string;
};

/** For a call without credentials. */
export const NOTHING_USED: UsedSecrets = { secrets: [], scrubber: null, scrubText: (text) => text };

/** The secrets of a call with these credentials: the values to remove from answers. */
export function secretsUsed(server: SnapshotServer, credentials: readonly OpenCredential[]): UsedSecrets {
  const secrets = credentials.flatMap(({ fieldId, value }) => {
    // A field that is not secret, such as a sender's address, may appear in answers.
    if (server.fields.some((field) => field.fieldId === fieldId && !field.isSecret)) return [];
    // A value in the address may appear in responses as part of a host name, in lower case.
    return addressOf(server.connector).includes(`{${fieldId}}`) ? alsoInHosts([value]) : [value];
  });
  if (secrets.length === 0) return NOTHING_USED;
  const scrubber = createScrubber(secrets);
  return { secrets, scrubber, scrubText: scrubber.text };
}

/**
 * Removes credentials from a call's diagnostics. A response may contain a credential that is not secret, such as a
 * user name; logs and records contain none.
 */
export function clearDiagnostics(
  diagnostics: CallDiagnostics | undefined,
  outcome: object,
  credentials: readonly OpenCredential[],
  connector: SnapshotServer['connector'],
): void {
  if (!diagnostics) return;
  const causeText = 'message' in outcome ? String(outcome.message).slice(0, CAUSE_CHARS_MAX) : null;
  const isHostFromTemplate = addressOf(connector).includes('{');
  if (causeText === null && !isHostFromTemplate) return;
  const { text } = createScrubber(alsoInHosts(credentials.map(({ value }) => value)));
  if (causeText !== null) diagnostics.cause = text(causeText);
  if (isHostFromTemplate && diagnostics.origin !== null) diagnostics.origin = text(diagnostics.origin);
}

const addressOf = (connector: SnapshotServer['connector']): string => {
  if ('baseUrl' in connector) return connector.baseUrl;
  return 'url' in connector ? connector.url : '';
};
