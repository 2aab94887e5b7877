-- DropIndex
DROP INDEX "call_rollup_stack_id_idx";

-- AlterTable
ALTER TABLE "call_rollup" DROP CONSTRAINT "call_rollup_pkey",
ADD CONSTRAINT "call_rollup_pkey" PRIMARY KEY ("account_id", "stack_id", "hour", "server_id", "tool_id", "outcome", "latency");

-- CreateTable
CREATE TABLE "call_day" (
    "account_id" TEXT NOT NULL,
    "stack_id" TEXT NOT NULL,
    "server_id" TEXT NOT NULL,
    "tool_id" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "day" TIMESTAMPTZ(0) NOT NULL,
    "latency" SMALLINT NOT NULL,
    "calls" INTEGER NOT NULL,

    CONSTRAINT "call_day_pkey" PRIMARY KEY ("account_id","stack_id","day","server_id","tool_id","outcome","latency")
    -- Room for new versions of a row beside it: the latest ones change with every batch of calls.
) WITH (fillfactor = 70);

-- CreateTable
CREATE TABLE "call_quarter" (
    "account_id" TEXT NOT NULL,
    "stack_id" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "quarter" TIMESTAMPTZ(0) NOT NULL,
    "latency" SMALLINT NOT NULL,
    "calls" INTEGER NOT NULL,

    CONSTRAINT "call_quarter_pkey" PRIMARY KEY ("account_id","stack_id","quarter","outcome","latency")
    -- Room for new versions of a row beside it: the latest ones change with every batch of calls.
) WITH (fillfactor = 70);

-- CreateIndex
CREATE INDEX "call_day_day_idx" ON "call_day"("day");

-- CreateIndex
CREATE INDEX "call_quarter_quarter_idx" ON "call_quarter"("quarter");

-- CreateIndex
CREATE INDEX "call_rollup_account_id_stack_id_tool_id_hour_idx" ON "call_rollup"("account_id", "stack_id", "tool_id", "hour");

-- Totals follow the table of calls, whoever writes it: a server of the release before, too. Rows are changed in one order, so
-- that two writers do not wait for each other.
CREATE FUNCTION "call_totals"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign CONSTANT int := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO call_rollup AS total (account_id, stack_id, server_id, tool_id, outcome, hour, latency, calls)
  SELECT account_id, '', server_id, tool_id, outcome, date_trunc('hour', at, 'UTC') AS hour,
         ceil(4 * ln((latency_ms + 1)::float8) / ln(2::float8))::int AS latency, sign * count(*)
  FROM changed GROUP BY account_id, server_id, tool_id, outcome, 6, 7 ORDER BY 1, 6, 3, 4, 5, 7
  ON CONFLICT (account_id, stack_id, hour, server_id, tool_id, outcome, latency)
    DO UPDATE SET calls = total.calls + EXCLUDED.calls;

  INSERT INTO call_day AS total (account_id, stack_id, server_id, tool_id, outcome, day, latency, calls)
  SELECT account_id, coalesce(stack_id, ''), server_id, tool_id, outcome, day, latency, sign * count(*)
  FROM (SELECT *, date_trunc('day', at, 'UTC') AS day, ceil(4 * ln((latency_ms + 1)::float8) / ln(2::float8))::int AS latency
        FROM changed) AS call
  GROUP BY GROUPING SETS ((account_id, stack_id, day, server_id, tool_id, outcome, latency),
                          (account_id, day, server_id, tool_id, outcome, latency))
  ORDER BY 1, 2, 6, 3, 4, 5, 7
  ON CONFLICT (account_id, stack_id, day, server_id, tool_id, outcome, latency)
    DO UPDATE SET calls = total.calls + EXCLUDED.calls;

  INSERT INTO call_quarter AS total (account_id, stack_id, outcome, quarter, latency, calls)
  SELECT account_id, coalesce(stack_id, ''), outcome, quarter, latency, sign * count(*)
  FROM (SELECT *, to_timestamp(floor(extract(epoch FROM at) / 900) * 900) AS quarter,
               ceil(4 * ln((latency_ms + 1)::float8) / ln(2::float8))::int AS latency
        FROM changed) AS call
  GROUP BY GROUPING SETS ((account_id, stack_id, quarter, outcome, latency), (account_id, quarter, outcome, latency))
  ORDER BY 1, 2, 4, 3, 5
  ON CONFLICT (account_id, stack_id, quarter, outcome, latency) DO UPDATE SET calls = total.calls + EXCLUDED.calls;
  RETURN NULL;
END
$$;

CREATE TRIGGER "call_totals_added" AFTER INSERT ON "invocation"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "call_totals"();

CREATE TRIGGER "call_totals_removed" AFTER DELETE ON "invocation"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "call_totals"();

-- What was recorded before.
INSERT INTO call_day
SELECT account_id, coalesce(stack_id, ''), server_id, tool_id, outcome, day, latency, sum(calls)
FROM (SELECT *, date_trunc('day', hour, 'UTC') AS day FROM call_rollup) AS hour
GROUP BY GROUPING SETS ((account_id, stack_id, day, server_id, tool_id, outcome, latency),
                        (account_id, day, server_id, tool_id, outcome, latency));

INSERT INTO call_rollup
SELECT account_id, '', server_id, tool_id, outcome, hour, latency, sum(calls)
FROM call_rollup GROUP BY account_id, server_id, tool_id, outcome, hour, latency;

INSERT INTO call_quarter
SELECT account_id, coalesce(stack_id, ''), outcome, quarter, latency, count(*)
FROM (SELECT *, to_timestamp(floor(extract(epoch FROM at) / 900) * 900) AS quarter,
             ceil(4 * ln((latency_ms + 1)::float8) / ln(2::float8))::int AS latency
      FROM invocation) AS call
GROUP BY GROUPING SETS ((account_id, stack_id, quarter, outcome, latency), (account_id, quarter, outcome, latency));
