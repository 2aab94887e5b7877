-- Calls of each agent and person by hour, for usage over time.

-- CreateTable
CREATE TABLE "call_caller_hour" (
    "account_id" TEXT NOT NULL,
    "stack_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "caller_kind" TEXT NOT NULL,
    "caller_id" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,
    "failures" INTEGER NOT NULL,

    CONSTRAINT "call_caller_hour_pkey" PRIMARY KEY ("account_id","stack_id","hour","caller_kind","caller_id")
    -- Room for new versions of a row beside it: the latest ones change with every batch of calls.
) WITH (fillfactor = 70);

-- CreateIndex
CREATE INDEX "call_caller_hour_hour_idx" ON "call_caller_hour"("hour");

-- The agent and the person of a call. An agent is a client endpoint, whose tokens change, or an API key. A person is a user, or else
-- the end user that the caller named.
CREATE FUNCTION "call_callers"(endpoint_id text, caller_kind text, caller_id text, end_user text)
RETURNS TABLE (kind text, id text) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT each.kind, each.id FROM (VALUES
    (CASE WHEN endpoint_id IS NOT NULL THEN 'endpoint' WHEN caller_kind = 'apiKey' THEN 'apiKey' END,
     coalesce(endpoint_id, caller_id)),
    (CASE WHEN caller_kind = 'user' THEN 'user' WHEN end_user IS NOT NULL THEN 'endUser' END,
     CASE WHEN caller_kind = 'user' THEN caller_id ELSE end_user END)) AS each (kind, id)
  WHERE each.kind IS NOT NULL AND each.id IS NOT NULL
$$;

-- Totals follow the table of calls, whoever writes it. Rows are changed in one order, so that two writers do not wait for each
-- other.
CREATE FUNCTION "call_caller_totals"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign CONSTANT int := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO call_caller_hour AS total (account_id, stack_id, hour, caller_kind, caller_id, calls, failures)
  SELECT account_id, stack_id, date_trunc('hour', at, 'UTC'), caller.kind, caller.id,
         sign * count(*), sign * count(*) FILTER (WHERE outcome <> 'ok')
  FROM changed, call_callers(endpoint_id, caller_kind, changed.caller_id, end_user) AS caller
  GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (account_id, stack_id, hour, caller_kind, caller_id)
    DO UPDATE SET calls = total.calls + EXCLUDED.calls, failures = total.failures + EXCLUDED.failures;
  RETURN NULL;
END
$$;

-- Creating a trigger makes writers wait until the end of the migration, so no call is counted twice or missed below.
CREATE TRIGGER "call_caller_totals_added" AFTER INSERT ON "invocation"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "call_caller_totals"();

CREATE TRIGGER "call_caller_totals_removed" AFTER DELETE ON "invocation"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "call_caller_totals"();

-- What was recorded before.
INSERT INTO call_caller_hour
SELECT account_id, stack_id, date_trunc('hour', at, 'UTC'), caller.kind, caller.id,
       count(*), count(*) FILTER (WHERE outcome <> 'ok')
FROM invocation, call_callers(endpoint_id, caller_kind, invocation.caller_id, end_user) AS caller
GROUP BY 1, 2, 3, 4, 5 ORDER BY 3, 1, 2;
