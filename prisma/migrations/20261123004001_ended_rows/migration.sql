-- CreateIndex
CREATE INDEX "approval_expires_at_idx" ON "approval"("expires_at");

-- CreateIndex
CREATE INDEX "authorization_code_expires_at_idx" ON "authorization_code"("expires_at");

-- CreateIndex
CREATE INDEX "refresh_token_expires_at_idx" ON "refresh_token"("expires_at");

-- CreateIndex
CREATE INDEX "stack_token_expires_at_idx" ON "stack_token"("expires_at");

-- CreateIndex
CREATE INDEX "stack_token_revoked_at_idx" ON "stack_token"("revoked_at");
