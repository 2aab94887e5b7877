-- CreateTable
CREATE TABLE "policy_rule" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "stack_id" TEXT,
    "endpoint_id" TEXT,
    "name" TEXT NOT NULL,
    "effect" TEXT NOT NULL,
    "is_default" BOOLEAN NOT NULL,
    "callers" TEXT[],
    "end_users" TEXT[],
    "servers" TEXT[],
    "tools" TEXT[],
    "read_only" BOOLEAN,
    "destructive" BOOLEAN,
    "open_world" BOOLEAN,
    "condition" TEXT,
    "quota_calls" INTEGER,
    "quota_per" TEXT,
    "quota_of" TEXT,
    "message" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "policy_rule_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "policy_rule_account_id_idx" ON "policy_rule"("account_id");

-- CreateIndex
CREATE INDEX "policy_rule_stack_id_idx" ON "policy_rule"("stack_id");

-- CreateIndex
CREATE INDEX "policy_rule_endpoint_id_idx" ON "policy_rule"("endpoint_id");

-- AddForeignKey
ALTER TABLE "policy_rule" ADD CONSTRAINT "policy_rule_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "policy_rule" ADD CONSTRAINT "policy_rule_stack_id_fkey" FOREIGN KEY ("stack_id") REFERENCES "stack"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "policy_rule" ADD CONSTRAINT "policy_rule_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "client_endpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;
