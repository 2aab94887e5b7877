-- CreateTable
CREATE TABLE "job" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "stack_id" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "caller_kind" TEXT NOT NULL,
    "caller_id" TEXT NOT NULL,
    "end_user" TEXT,
    "tool_id" TEXT NOT NULL,
    "key" TEXT,
    "digest" BYTEA NOT NULL,
    "max_bytes" INTEGER,
    "request" BYTEA NOT NULL,
    "state" TEXT NOT NULL,
    "is_cancelled" BOOLEAN NOT NULL DEFAULT false,
    "run" INTEGER NOT NULL DEFAULT 0,
    "crashes" INTEGER NOT NULL DEFAULT 0,
    "sent_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "approval_id" TEXT,
    "progress" BYTEA,
    "sealed" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "job_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "job_account_id_id_idx" ON "job"("account_id", "id");

-- CreateIndex
CREATE INDEX "job_stack_id_idx" ON "job"("stack_id");

-- CreateIndex
CREATE INDEX "job_state_idx" ON "job"("state");

-- CreateIndex
CREATE INDEX "job_expires_at_idx" ON "job"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "job_owner_key_key" ON "job"("owner", "key");

-- AddForeignKey
ALTER TABLE "job" ADD CONSTRAINT "job_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job" ADD CONSTRAINT "job_stack_id_fkey" FOREIGN KEY ("stack_id") REFERENCES "stack"("id") ON DELETE CASCADE ON UPDATE CASCADE;
