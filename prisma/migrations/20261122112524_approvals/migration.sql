-- AlterTable
ALTER TABLE "policy_rule" ADD COLUMN     "needs_another" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "approval" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "stack_id" TEXT NOT NULL,
    "rule_id" TEXT NOT NULL,
    "tool_id" TEXT NOT NULL,
    "caller_kind" TEXT NOT NULL,
    "caller_id" TEXT NOT NULL,
    "end_user" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "sealed" BYTEA NOT NULL,
    "state" TEXT NOT NULL,
    "waiting_key" BYTEA,
    "is_for_all" BOOLEAN NOT NULL DEFAULT false,
    "message" TEXT,
    "decider_kind" TEXT,
    "decider_id" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "approval_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "approval_waiting_key_key" ON "approval"("waiting_key");

-- CreateIndex
CREATE INDEX "approval_account_id_expires_at_idx" ON "approval"("account_id", "expires_at");

-- CreateIndex
CREATE INDEX "approval_stack_id_tool_id_idx" ON "approval"("stack_id", "tool_id");

-- CreateIndex
CREATE INDEX "approval_rule_id_idx" ON "approval"("rule_id");

-- AddForeignKey
ALTER TABLE "approval" ADD CONSTRAINT "approval_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approval" ADD CONSTRAINT "approval_stack_id_fkey" FOREIGN KEY ("stack_id") REFERENCES "stack"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approval" ADD CONSTRAINT "approval_rule_id_fkey" FOREIGN KEY ("rule_id") REFERENCES "policy_rule"("id") ON DELETE CASCADE ON UPDATE CASCADE;
