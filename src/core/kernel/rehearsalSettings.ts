import type { ClientEndpoint } from '../../generated/prisma/client.ts';

/** How a rehearsal can fail. */
export const FAILURE_KINDS = ['unavailable', 'rate_limited', 'unauthorized', 'timeout'] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** The settings of an endpoint for rehearsals. */
export type RehearsalSettings = {
  /** Whether answers may be stored outputs of the stack's earlier calls. */
  readonly mayUseRecordings: boolean;
  /** The share of calls that fail. */
  readonly failurePercent: number;
  /** How they fail; empty for every kind. */
  readonly failureKinds: readonly FailureKind[];
};

export const isFailureKind = (value: unknown): value is FailureKind => FAILURE_KINDS.some((kind) => kind === value);

type SettingsRow = Pick<ClientEndpoint, 'isRehearsal' | 'mayUseRecordings' | 'failurePercent' | 'failureKinds'>;

/** The settings in an endpoint's row; null if its calls are real. */
export const toRehearsalSettings = ({ isRehearsal, mayUseRecordings, failurePercent, failureKinds }: SettingsRow) =>
  isRehearsal ? { mayUseRecordings, failurePercent, failureKinds: failureKinds.filter(isFailureKind) } : null;
