/** An hour of an installation, as series in the notation of `promtool test rules`, and the alerts that must fire. */
export type Situation = {
  readonly name: string;
  /** Replaces the series of a healthy installation; null removes one. */
  readonly series: Readonly<Record<string, string | null>>;
  readonly fires: readonly string[];
};

/** The time between two samples. */
export const INTERVAL = '15s';
const MINUTES = 75;
const SAMPLES = 4 * MINUTES;
export const EVALUATED_AT = `${MINUTES - 5}m`;

const steady = (value: number): string => `${value}+0x${SAMPLES}`;
/** A counter that grows by this much in each interval. */
const growing = (step: number): string => `0+${step}x${SAMPLES}`;

const calls = (outcome: string, connector = 'http') =>
  `toolyard_tool_call_seconds_count{instance="a",connector="${connector}",outcome="${outcome}"}`;
const requests = (surface: string, status: string, route = '/') =>
  `toolyard_http_requests_total{instance="a",surface="${surface}",route="${route}",status="${status}"}`;
const INVOKE = '/v1/stacks/:stack_id/tools/:tool_id/invoke';
const own = (le: string) => `toolyard_tool_call_own_seconds_bucket{instance="a",le="${le}"}`;
const waiting = (queue: string) => `toolyard_queue_waiting{instance="a",queue="${queue}"}`;
const internalErrors = 'toolyard_tool_calls_total{instance="a",outcome="internal_error"}';

export const HEALTHY: Situation['series'] = {
  'up{job="toolyard",instance="a"}': steady(1),
  'toolyard_build_info{instance="a",version="1"}': steady(1),
  'toolyard_ready{instance="a"}': steady(1),
  'toolyard_database_up{instance="a"}': steady(1),
  'toolyard_database_writable{instance="a"}': steady(1),
  'toolyard_changes_state{instance="a",state="live"}': steady(1),
  'toolyard_changes_state{instance="a",state="lost"}': steady(0),
  'toolyard_changes_carrier{instance="a",carrier="listen"}': steady(1),
  'toolyard_changes_carrier{instance="a",carrier="log"}': steady(0),
  [calls('ok')]: growing(100),
  [calls('timed_out')]: growing(1),
  [requests('mcp', '200')]: growing(100),
  [requests('account_api', '200', '/v1/stacks')]: growing(10),
  [requests('account_api', '500', INVOKE)]: growing(50),
  [requests('other', '503', '/readyz')]: growing(3),
  [own('0.01')]: growing(99),
  [own('0.1')]: growing(100),
  [own('+Inf')]: growing(100),
  'toolyard_rate_limit_refusals_total{instance="a",class="invoke"}': growing(100),
  'nodejs_eventloop_lag_p99_seconds{instance="a"}': steady(0.012),
  'toolyard_requests_shed_total{instance="a"}': steady(7),
  'toolyard_database_waiting{instance="a"}': steady(0),
  [waiting('turns')]: steady(3),
  [waiting('long_work')]: steady(20),
  [waiting('short_work')]: steady(200),
  'toolyard_call_records_waiting{instance="a"}': steady(100),
  'toolyard_call_records_dropped_total{instance="a"}': steady(7),
  'toolyard_log_lines_dropped_total{instance="a"}': steady(7),
  'toolyard_rate_limit_degraded{instance="a"}': steady(0),
  'toolyard_file_store_up{instance="a"}': steady(1),
  'toolyard_embeddings_up{instance="a"}': steady(1),
  'toolyard_data_directory_free_bytes{instance="a"}': steady(50_000_000_000),
  'toolyard_server_processes{instance="a"}': steady(12),
  'toolyard_last_backup_timestamp_seconds{instance="a"}': steady(0),
  'toolyard_vault_keys{instance="a"}': steady(1),
  'toolyard_snapshot_reads_total{instance="a",source="memory"}': growing(1_000),
  'toolyard_snapshot_reads_total{instance="a",source="database"}': growing(10),
};

const one = (alert: string, series: Situation['series'], name = alert): Situation => ({ name, series, fires: [alert] });

const gone = Object.fromEntries(Object.keys(HEALTHY).map((name) => [name, null]));

/** Triggers each alert separately, and includes situations that must not alert. */
export const SITUATIONS: readonly Situation[] = [
  { name: 'all is well', series: {}, fires: [] },
  one('ToolyardDown', { ...gone, 'up{job="toolyard",instance="a"}': steady(0) }, 'every instance is down'),
  one('ToolyardDown', gone, 'nothing is scraped'),
  one('ToolyardDown', { 'up{job="toolyard",instance="b"}': steady(0) }, 'one of two is down'),
  one('ToolyardNotReady', { 'toolyard_ready{instance="a"}': steady(0) }),
  {
    name: 'the database is gone',
    series: {
      'toolyard_database_up{instance="a"}': steady(0),
      'toolyard_database_writable{instance="a"}': steady(0),
      'toolyard_changes_state{instance="a",state="live"}': steady(0),
    },
    fires: ['ToolyardNoDatabase', 'ToolyardStaleListener'],
  },
  one('ToolyardDatabaseRefusesWrites', { 'toolyard_database_writable{instance="a"}': steady(0) }),
  one('ToolyardStaleListener', { 'toolyard_changes_state{instance="a",state="live"}': steady(0) }),
  one('ToolyardChangesFromLog', { 'toolyard_changes_carrier{instance="a",carrier="log"}': steady(1) }),
  {
    name: 'Redis was gone for a minute',
    series: { 'toolyard_changes_carrier{instance="a",carrier="log"}': '0+0x200 1+0x3 0+0x94' },
    fires: [],
  },
  one('ToolyardTwoVersions', { 'toolyard_build_info{instance="b",version="2"}': steady(1) }),
  one('ToolyardCallsFailing', { [calls('unreachable', 'mcp')]: growing(1) }),
  {
    name: 'one call failed, and nothing else was called',
    series: { [calls('unreachable', 'mcp')]: '0 1+0x290' },
    fires: [],
  },
  { name: 'tools say that they failed', series: { [calls('tool_error')]: growing(500) }, fires: [] },
  one('ToolyardInternalErrors', { [internalErrors]: growing(1) }, 'it fails all the time'),
  one('ToolyardInternalErrors', { [internalErrors]: `_x${SAMPLES - 40} 1+0x40` }, 'it failed for the first time'),
  { name: 'it failed once, an hour ago', series: { [internalErrors]: steady(1) }, fires: [] },
  one('ToolyardServerErrors', { [requests('mcp', '503')]: growing(5) }),
  one('ToolyardServerErrors', { [requests('account_api', '503', '/v1/stacks')]: growing(5) }, 'the account API fails'),
  {
    name: 'one request failed, and nothing else was asked',
    series: { [requests('graphql', '500', '/graphql')]: '0 1+0x290' },
    fires: [],
  },
  one('ToolyardSlow', { [own('0.01')]: growing(50) }),
  one('ToolyardGuessing', { 'toolyard_rate_limit_refusals_total{instance="a",class="failed_auth"}': growing(10) }),
  one('ToolyardEventLoopLag', { 'nodejs_eventloop_lag_p99_seconds{instance="a"}': steady(0.4) }),
  {
    name: 'another program’s event loop is late',
    series: { 'nodejs_eventloop_lag_p99_seconds{instance="z"}': steady(0.4) },
    fires: [],
  },
  one('ToolyardPoolWaiting', { 'toolyard_database_waiting{instance="a"}': steady(4) }),
  one('ToolyardOverloaded', { 'toolyard_requests_shed_total{instance="a"}': growing(100) }),
  {
    name: 'a query waited for a moment',
    series: { 'toolyard_database_waiting{instance="a"}': '0+0x278 4 4 0+0x20' },
    fires: [],
  },
  ...[
    ['turns', 600],
    ['long_work', 200],
    ['short_work', 600],
  ].map(([queue, length]) =>
    one('ToolyardQueueFull', { [waiting(String(queue))]: steady(Number(length)) }, `${queue} wait`),
  ),
  one('ToolyardCallRecordsWaiting', { 'toolyard_call_records_waiting{instance="a"}': steady(15_000) }),
  one('ToolyardCallRecordsDropped', { 'toolyard_call_records_dropped_total{instance="a"}': growing(1) }),
  one('ToolyardLogLinesDropped', { 'toolyard_log_lines_dropped_total{instance="a"}': growing(1) }),
  one('ToolyardSpansDropped', { 'toolyard_spans_dropped_total{instance="a"}': growing(1) }),
  one('ToolyardCallCopiesDropped', { 'toolyard_call_copies_dropped_total{instance="a"}': growing(1) }),
  one('ToolyardCallCopiesWaiting', { 'toolyard_call_copies_up{instance="a"}': steady(0) }),
  one('ToolyardRateLimitDegraded', { 'toolyard_rate_limit_degraded{instance="a"}': steady(1) }),
  one('ToolyardFileStoreDown', { 'toolyard_file_store_up{instance="a"}': steady(0) }),
  one('ToolyardEmbeddingsDown', { 'toolyard_embeddings_up{instance="a"}': steady(0) }),
  {
    name: 'neither a bucket nor embeddings are configured',
    series: { 'toolyard_file_store_up{instance="a"}': null, 'toolyard_embeddings_up{instance="a"}': null },
    fires: [],
  },
  {
    name: 'the bucket and the embeddings endpoint failed for a minute',
    series: {
      'toolyard_file_store_up{instance="a"}': '1+0x276 0+0x3 1+0x18',
      'toolyard_embeddings_up{instance="a"}': '1+0x276 0+0x3 1+0x18',
    },
    fires: [],
  },
  one('ToolyardDiskLow', { 'toolyard_data_directory_free_bytes{instance="a"}': steady(900_000_000) }),
  {
    name: 'the disk is full',
    series: { 'toolyard_data_directory_free_bytes{instance="a"}': steady(100_000_000) },
    fires: ['ToolyardDiskFull', 'ToolyardDiskLow'],
  },
  one('ToolyardProgramsFull', { 'toolyard_server_processes{instance="a"}': steady(128) }),
  one('ToolyardColdSnapshots', { 'toolyard_snapshot_reads_total{instance="a",source="database"}': growing(2_000) }),
  one('ToolyardBackupOld', { 'toolyard_last_backup_timestamp_seconds{instance="a"}': steady(-200_000) }),
  {
    name: 'one instance read the time of the last backup a minute ago',
    series: { 'toolyard_last_backup_timestamp_seconds{instance="b"}': steady(-200_000) },
    fires: [],
  },
  {
    name: 'no backup was recorded',
    series: { 'toolyard_last_backup_timestamp_seconds{instance="a"}': null },
    fires: [],
  },
  one('ToolyardKeyRotationUnfinished', { 'toolyard_vault_keys{instance="a"}': steady(2) }),
  { name: 'a key is being rotated', series: { 'toolyard_vault_keys{instance="a"}': '1+0x200 2+0x97' }, fires: [] },
];
