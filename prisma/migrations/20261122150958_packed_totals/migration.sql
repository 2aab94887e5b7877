-- Totals with their histogram in one row: a month has thousands of them instead of hundreds of thousands.

-- CreateTable
CREATE TABLE "call_day_packed" (
    "account_id" TEXT NOT NULL,
    "stack_id" TEXT NOT NULL,
    "server_id" TEXT NOT NULL,
    "tool_id" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "day" TIMESTAMPTZ(0) NOT NULL,
    "ranges" SMALLINT[],
    "counts" INTEGER[],
    "calls" INTEGER NOT NULL
    -- Room for new versions of a row beside it: the latest ones change with every batch of calls.
) WITH (fillfactor = 70);

-- CreateTable
CREATE TABLE "call_hour" (
    "account_id" TEXT NOT NULL,
    "stack_id" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "ranges" SMALLINT[],
    "counts" INTEGER[],
    "calls" INTEGER NOT NULL
) WITH (fillfactor = 70);

-- CreateTable
CREATE TABLE "call_quarter_packed" (
    "account_id" TEXT NOT NULL,
    "stack_id" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "quarter" TIMESTAMPTZ(0) NOT NULL,
    "ranges" SMALLINT[],
    "counts" INTEGER[],
    "calls" INTEGER NOT NULL
) WITH (fillfactor = 70);

-- What was recorded before.
INSERT INTO call_day_packed
SELECT account_id, stack_id, server_id, tool_id, outcome, day,
       array_agg(latency ORDER BY latency), array_agg(calls ORDER BY latency), sum(calls)
FROM call_day WHERE calls > 0 GROUP BY account_id, stack_id, day, server_id, tool_id, outcome;

INSERT INTO call_hour
SELECT account_id, stack_id, outcome, hour, array_agg(latency ORDER BY latency), array_agg(calls ORDER BY latency), sum(calls)
FROM (SELECT account_id, stack_id, outcome, date_trunc('hour', quarter, 'UTC') AS hour, latency, sum(calls)::int AS calls
      FROM call_quarter WHERE calls > 0 GROUP BY 1, 2, 3, 4, 5) AS total
GROUP BY account_id, stack_id, hour, outcome;

INSERT INTO call_quarter_packed
SELECT account_id, stack_id, outcome, quarter, array_agg(latency ORDER BY latency), array_agg(calls ORDER BY latency), sum(calls)
FROM call_quarter WHERE calls > 0 GROUP BY account_id, stack_id, quarter, outcome;

DROP TABLE "call_day";
DROP TABLE "call_quarter";
ALTER TABLE "call_day_packed" RENAME TO "call_day";
ALTER TABLE "call_quarter_packed" RENAME TO "call_quarter";
ALTER TABLE "call_day" ADD CONSTRAINT "call_day_pkey" PRIMARY KEY ("account_id", "stack_id", "day", "server_id", "tool_id", "outcome");
ALTER TABLE "call_hour" ADD CONSTRAINT "call_hour_pkey" PRIMARY KEY ("account_id", "stack_id", "hour", "outcome");
ALTER TABLE "call_quarter" ADD CONSTRAINT "call_quarter_pkey" PRIMARY KEY ("account_id", "stack_id", "quarter", "outcome");

-- CreateIndex
CREATE INDEX "call_day_day_idx" ON "call_day"("day");

-- CreateIndex
CREATE INDEX "call_hour_hour_idx" ON "call_hour"("hour");

-- CreateIndex
CREATE INDEX "call_quarter_quarter_idx" ON "call_quarter"("quarter");

-- Two histograms as one. A range may be in it several times, since adding up takes far longer than appending; beyond 48 it is
-- in it once, or not at all without calls.
CREATE FUNCTION "call_histogram"(smallint[], integer[], smallint[], integer[], OUT ranges smallint[], OUT counts integer[])
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  ranges := $1 || $3;
  counts := $2 || $4;
  IF cardinality(ranges) > 48 THEN
    SELECT coalesce(array_agg(latency ORDER BY latency), '{}'), coalesce(array_agg(calls ORDER BY latency), '{}')
    INTO ranges, counts
    FROM (SELECT latency, sum(calls)::int AS calls FROM unnest(ranges, counts) AS given (latency, calls)
          GROUP BY latency HAVING sum(calls) <> 0) AS merged;
  END IF;
END
$$;

-- Totals follow the table of calls, whoever writes it. Rows are changed in one order, so that two writers do not wait for each
-- other.
CREATE OR REPLACE FUNCTION "call_totals"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign CONSTANT int := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO call_rollup AS total (account_id, stack_id, server_id, tool_id, outcome, hour, latency, calls)
  SELECT account_id, '', server_id, tool_id, outcome, date_trunc('hour', at, 'UTC') AS hour,
         ceil(4 * ln((latency_ms + 1)::float8) / ln(2::float8))::int AS latency, sign * count(*)
  FROM changed GROUP BY account_id, server_id, tool_id, outcome, 6, 7 ORDER BY 1, 6, 3, 4, 5, 7
  ON CONFLICT (account_id, stack_id, hour, server_id, tool_id, outcome, latency)
    DO UPDATE SET calls = total.calls + EXCLUDED.calls;

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
