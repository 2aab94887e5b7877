-- The table that call records are copied to (TOOLYARD_CALLS_URL), for ClickHouse 22.8 and newer:
--   clickhouse-client --database toolyard < deploy/clickhouse/calls.sql
-- Rows of one call become one: at once while the table remembers the token of their batch, else when parts are merged,
-- or in a query with FINAL.
CREATE TABLE IF NOT EXISTS toolyard_calls
(
    id              String,
    at              DateTime64(3, 'UTC'),
    account_id      String,
    stack_id        String,
    server_id       LowCardinality(String),
    tool_id         String,
    endpoint_id     Nullable(String),
    outcome         LowCardinality(String),
    decision        LowCardinality(Nullable(String)),
    surface         LowCardinality(Nullable(String)),
    caller_kind     LowCardinality(Nullable(String)),
    caller_id       Nullable(String),
    end_user        Nullable(String),
    request_id      Nullable(String),
    trace_id        Nullable(String),
    approval_id     Nullable(String),
    upstream_status Nullable(UInt16),
    latency_ms      UInt32,
    queue_ms        Nullable(UInt32),
    own_ms          Nullable(UInt32),
    upstream_ms     Nullable(UInt32),
    input_bytes     UInt32,
    output_bytes    UInt32,
    error           Nullable(String)
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(at)
ORDER BY (account_id, stack_id, at, id)
-- How long copies are kept: as long as you like, beside TOOLYARD_CALL_RETENTION_DAYS.
TTL toDateTime(at) + INTERVAL 400 DAY
SETTINGS non_replicated_deduplication_window = 1000;
