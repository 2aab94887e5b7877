-- CreateTable
CREATE TABLE "change_log" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "xact" BIGINT NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,
    "channel" TEXT NOT NULL,
    "payloads" TEXT[],
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "change_log_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "change_log_xact_idx" ON "change_log"("xact");

-- CreateIndex
CREATE INDEX "change_log_at_idx" ON "change_log"("at");
