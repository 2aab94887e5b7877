-- Calls are partitioned by day: old days are dropped, not deleted row by row. What was recorded before stays in the default
-- partition until it is old; a call whose day has no partition goes there too.
ALTER TABLE "invocation" RENAME TO "invocation_default";
ALTER TABLE "invocation_default" DROP CONSTRAINT "invocation_stack_id_fkey";
ALTER TABLE "invocation_default" DROP CONSTRAINT "invocation_pkey";
ALTER TABLE "invocation_default" ADD CONSTRAINT "invocation_default_pkey" PRIMARY KEY ("id", "at");
ALTER INDEX "invocation_stack_id_at_idx" RENAME TO "invocation_default_stack_id_at_idx";
ALTER INDEX "invocation_account_id_at_idx" RENAME TO "invocation_default_account_id_at_idx";
ALTER INDEX "invocation_at_idx" RENAME TO "invocation_default_at_idx";

-- CreateTable
CREATE TABLE "invocation" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "stack_id" TEXT NOT NULL,
    "server_id" TEXT NOT NULL,
    "tool_id" TEXT NOT NULL,
    "endpoint_id" TEXT,
    "outcome" TEXT NOT NULL,
    "latency_ms" INTEGER NOT NULL,
    "input_bytes" INTEGER NOT NULL,
    "output_bytes" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invocation_pkey" PRIMARY KEY ("id","at")
) PARTITION BY RANGE ("at");

-- CreateIndex
CREATE INDEX "invocation_stack_id_at_idx" ON "invocation"("stack_id", "at");

-- CreateIndex
CREATE INDEX "invocation_account_id_at_idx" ON "invocation"("account_id", "at");

ALTER TABLE "invocation" ATTACH PARTITION "invocation_default" DEFAULT;

-- CreateTable
CREATE TABLE "call_rollup" (
    "account_id" TEXT NOT NULL,
    "stack_id" TEXT NOT NULL,
    "server_id" TEXT NOT NULL,
    "tool_id" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "latency" SMALLINT NOT NULL,
    "calls" INTEGER NOT NULL,

    CONSTRAINT "call_rollup_pkey" PRIMARY KEY ("account_id","hour","stack_id","server_id","tool_id","outcome","latency")
    -- Room for new versions of a row beside it: those of this hour change with every batch of calls.
) WITH (fillfactor = 70);

-- CreateIndex
CREATE INDEX "call_rollup_stack_id_idx" ON "call_rollup"("stack_id");

-- CreateIndex
CREATE INDEX "call_rollup_hour_idx" ON "call_rollup"("hour");

-- The hours that were recorded before.
INSERT INTO "call_rollup"
SELECT account_id, stack_id, server_id, tool_id, outcome, date_trunc('hour', at, 'UTC'),
       ceil(4 * ln((latency_ms + 1)::float8) / ln(2::float8))::int, count(*)
FROM "invocation"
GROUP BY 1, 2, 3, 4, 5, 6, 7;
