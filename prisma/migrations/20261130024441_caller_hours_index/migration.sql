-- CreateIndex
CREATE INDEX "call_caller_hour_account_id_caller_kind_caller_id_hour_idx" ON "call_caller_hour"("account_id", "caller_kind", "caller_id", "hour");
