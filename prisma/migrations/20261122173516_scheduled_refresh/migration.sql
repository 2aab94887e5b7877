-- AlterTable
ALTER TABLE "server" ADD COLUMN     "refresh" TEXT NOT NULL DEFAULT 'notified',
ADD COLUMN     "refresh_due_at" TIMESTAMPTZ(3),
ADD COLUMN     "refresh_problem" TEXT,
ADD COLUMN     "refresh_stack_id" TEXT,
ADD COLUMN     "refreshed_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "server_refresh_due_at_idx" ON "server"("refresh_due_at");

-- CreateIndex
CREATE INDEX "server_refresh_stack_id_idx" ON "server"("refresh_stack_id");

-- AddForeignKey
ALTER TABLE "server" ADD CONSTRAINT "server_refresh_stack_id_fkey" FOREIGN KEY ("refresh_stack_id") REFERENCES "stack"("id") ON DELETE SET NULL ON UPDATE CASCADE;
