import type { Config } from '../config/config.ts';
import { logLinesDropped } from '../log/log.ts';
import type { Metrics, Upkeep } from '../metrics/metrics.ts';
import { findLastBackup } from '../store/backup/lastBackup.ts';
import type { ListeningChanges } from '../store/changes.ts';
import type { Database } from '../store/database.ts';
import type { MetricsPage } from '../wire/metrics.ts';
import type { Team } from './workers/team.ts';

/** Parts that report metrics. */
type Watched = { readonly changes: ListeningChanges; readonly database: Database; readonly dataDir: string };

/** Creates counters if the operator enabled them; otherwise their library is not loaded. */
export async function openMetrics({ metricsToken, otlp }: Config): Promise<Metrics | null> {
  return metricsToken === null && otlp === null ? null : (await import('../metrics/metrics.ts')).createMetrics();
}

/** Exposes metrics that every server has: its log, its disk, its database and its change feed. */
export function watchParts(metrics: Metrics, { changes, database, dataDir }: Watched): void {
  metrics.watchHeartbeat(changes.heartbeat);
  metrics.watchLog(logLinesDropped);
  metrics.watchPool(database.poolUse);
  metrics.watchDirectory(dataDir);
  metrics.watchUpkeep(upkeepOf(database));
}

/** How long the result is reused: scrapes come every few seconds, and the tasks take days. */
const UPKEEP_TRUSTED_MS = 60_000;

/** Reads the operator's tasks; null while the database doesn't answer. */
function upkeepOf({ db }: Database): () => Promise<Upkeep | null> {
  let last: { readonly answer: Promise<Upkeep | null>; readonly untilMs: number } | null = null;
  const read = async (): Promise<Upkeep> => {
    const [vaultKeys, lastBackupAt] = await Promise.all([db.vaultKey.count(), findLastBackup(db)]);
    return { vaultKeys, lastBackupAt };
  };
  return () => {
    if (last === null || performance.now() > last.untilMs)
      last = { answer: read().catch(() => null), untilMs: performance.now() + UPKEEP_TRUSTED_MS };
    return last.answer;
  };
}

/** The page of `/metrics`, about all workers if there are several; null without a token for it. */
export const metricsPage = (
  { metricsToken }: Config,
  metrics: Metrics | null,
  team: Pick<Team, 'readMetrics'> | null,
): MetricsPage | null =>
  metrics && metricsToken !== null
    ? { token: metricsToken, read: team?.readMetrics ?? metrics.read, watchHealth: metrics.watchHealth }
    : null;
