-- CreateIndex
CREATE INDEX "webhook_delivery_webhook_id_due_at_idx" ON "webhook_delivery"("webhook_id", "due_at");

-- DropIndex
DROP INDEX "webhook_delivery_webhook_id_idx";
