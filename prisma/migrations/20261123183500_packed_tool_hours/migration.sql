-- The hours of single tools with their histogram in one row, too: a day of a busy account has thousands of them instead of tens of
-- thousands.

-- CreateTable
CREATE TABLE "call_tool_hour" (
    "account_id" TEXT NOT NULL,
    "stack_id" TEXT NOT NULL,
    "server_id" TEXT NOT NULL,
    "tool_id" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "ranges" SMALLINT[],
    "counts" INTEGER[],
    "calls" INTEGER NOT NULL
    -- Room for new versions of a row beside it: the latest ones change with every batch of calls.
) WITH (fillfactor = 70);

-- What was recorded before.
INSERT INTO call_tool_hour
SELECT account_id, stack_id, server_id, tool_id, outcome, hour,
       array_agg(latency ORDER BY latency), array_agg(calls ORDER BY latency), sum(calls)
FROM call_rollup WHERE calls > 0 GROUP BY account_id, stack_id, hour, server_id, tool_id, outcome
ORDER BY hour, account_id, stack_id;

DROP TABLE "call_rollup";
ALTER TABLE "call_tool_hour" ADD CONSTRAINT "call_tool_hour_pkey"
  PRIMARY KEY ("account_id", "stack_id", "hour", "server_id", "tool_id", "outcome");

-- CreateIndex
CREATE INDEX "call_tool_hour_account_id_stack_id_tool_id_hour_idx" ON "call_tool_hour"("account_id", "stack_id", "tool_id", "hour");

-- CreateIndex
CREATE INDEX "call_tool_hour_hour_idx" ON "call_tool_hour"("hour");

-- Totals follow the table of calls, whoever writes it. Rows are changed in one order, so that two writers do not wait for each
-- other.
CREATE OR REPLACE FUNCTION "call_totals"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign CONSTANT int := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO call_tool_hour AS total (account_id, stack_id, server_id, tool_id, outcome, hour, ranges, counts, calls)
  SELECT account_id, coalesce(stack_id, ''), server_id, tool_id, outcome, hour,
         array_agg(latency ORDER BY latency), array_agg(calls ORDER BY latency), sum(calls)
  FROM (SELECT account_id, stack_id, server_id, tool_id, outcome, hour, latency, sign * count(*)::int AS calls
        FROM (SELECT *, date_trunc('hour', at, 'UTC') AS hour,
                     ceil(4 * ln((latency_ms + 1)::float8) / ln(2::float8))::smallint AS latency FROM changed) AS call
        GROUP BY GROUPING SETS ((account_id, stack_id, hour, server_id, tool_id, outcome, latency),
                                (account_id, hour, server_id, tool_id, outcome, latency))) AS counted
  GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 6, 3, 4, 5
  ON CONFLICT (account_id, stack_id, hour, server_id, tool_id, outcome) DO UPDATE SET calls = total.calls + EXCLUDED.calls,
    (ranges, counts) = (SELECT * FROM call_histogram(total.ranges, total.counts, EXCLUDED.ranges, EXCLUDED.counts));

  INSERT INTO call_day AS total (account_id, stack_id, server_id, tool_id, outcome, day, ranges, counts, calls)
  SELECT account_id, coalesce(stack_id, ''), server_id, tool_id, outcome, day,
         array_agg(latency ORDER BY latency), array_agg(calls ORDER BY latency), sum(calls)
  FROM (SELECT account_id, stack_id, server_id, tool_id, outcome, day, latency, sign * count(*)::int AS calls
        FROM (SELECT *, date_trunc('day', at, 'UTC') AS day,
                     ceil(4 * ln((latency_ms + 1)::float8) / ln(2::float8))::smallint AS latency FROM changed) AS call
        GROUP BY GROUPING SETS ((account_id, stack_id, day, server_id, tool_id, outcome, latency),
                                (account_id, day, server_id, tool_id, outcome, latency))) AS counted
  GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 6, 3, 4, 5
  ON CONFLICT (account_id, stack_id, day, server_id, tool_id, outcome) DO UPDATE SET calls = total.calls + EXCLUDED.calls,
    (ranges, counts) = (SELECT * FROM call_histogram(total.ranges, total.counts, EXCLUDED.ranges, EXCLUDED.counts));

  INSERT INTO call_hour AS total (account_id, stack_id, outcome, hour, ranges, counts, calls)
  SELECT account_id, coalesce(stack_id, ''), outcome, hour,
         array_agg(latency ORDER BY latency), array_agg(calls ORDER BY latency), sum(calls)
  FROM (SELECT account_id, stack_id, outcome, hour, latency, sign * count(*)::int AS calls
        FROM (SELECT *, date_trunc('hour', at, 'UTC') AS hour,
                     ceil(4 * ln((latency_ms + 1)::float8) / ln(2::float8))::smallint AS latency FROM changed) AS call
        GROUP BY GROUPING SETS ((account_id, stack_id, hour, outcome, latency), (account_id, hour, outcome, latency))) AS counted
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 4, 3
  ON CONFLICT (account_id, stack_id, hour, outcome) DO UPDATE SET calls = total.calls + EXCLUDED.calls,
    (ranges, counts) = (SELECT * FROM call_histogram(total.ranges, total.counts, EXCLUDED.ranges, EXCLUDED.counts));

  INSERT INTO call_quarter AS total (account_id, stack_id, outcome, quarter, ranges, counts, calls)
  SELECT account_id, coalesce(stack_id, ''), outcome, quarter,
         array_agg(latency ORDER BY latency), array_agg(calls ORDER BY latency), sum(calls)
  FROM (SELECT account_id, stack_id, outcome, quarter, latency, sign * count(*)::int AS calls
        FROM (SELECT *, to_timestamp(floor(extract(epoch FROM at) / 900) * 900) AS quarter,
                     ceil(4 * ln((latency_ms + 1)::float8) / ln(2::float8))::smallint AS latency FROM changed) AS call
        GROUP BY GROUPING SETS ((account_id, stack_id, quarter, outcome, latency),
                                (account_id, quarter, outcome, latency))) AS counted
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 4, 3
  ON CONFLICT (account_id, stack_id, quarter, outcome) DO UPDATE SET calls = total.calls + EXCLUDED.calls,
    (ranges, counts) = (SELECT * FROM call_histogram(total.ranges, total.counts, EXCLUDED.ranges, EXCLUDED.counts));
  RETURN NULL;
END
$$;
