-- DropIndex
DROP INDEX "api_key_account_id_idx";

-- DropIndex
DROP INDEX "client_endpoint_stack_id_idx";

-- DropIndex
DROP INDEX "machine_client_endpoint_id_idx";

-- DropIndex
DROP INDEX "stack_token_endpoint_id_idx";

-- CreateIndex
CREATE INDEX "api_key_account_id_name_id_idx" ON "api_key"("account_id", "name", "id");

-- CreateIndex
CREATE INDEX "client_endpoint_stack_id_name_id_idx" ON "client_endpoint"("stack_id", "name", "id");

-- CreateIndex
CREATE INDEX "machine_client_endpoint_id_name_id_idx" ON "machine_client"("endpoint_id", "name", "id");

-- CreateIndex
CREATE INDEX "server_owner_name_id_idx" ON "server"("owner", "name", "id");

-- CreateIndex
CREATE INDEX "stack_token_endpoint_id_name_id_idx" ON "stack_token"("endpoint_id", "name", "id");
