-- AlterTable
ALTER TABLE "tool_embedding" ADD COLUMN     "account_id" TEXT;

-- CreateIndex
CREATE INDEX "tool_embedding_account_id_idx" ON "tool_embedding"("account_id");
