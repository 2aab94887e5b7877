-- AlterTable
ALTER TABLE "invocation" ADD COLUMN     "contents" TEXT;

-- AlterTable
ALTER TABLE "stack" ADD COLUMN     "content_days" INTEGER,
ADD COLUMN     "content_redactions" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "call_content" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "stack_id" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "bytes" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "call_content_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "call_content_stack_id_idx" ON "call_content"("stack_id");

-- CreateIndex
CREATE INDEX "call_content_account_id_bytes_idx" ON "call_content"("account_id", "bytes");

-- CreateIndex
CREATE INDEX "call_content_expires_at_idx" ON "call_content"("expires_at");

-- AddForeignKey
ALTER TABLE "call_content" ADD CONSTRAINT "call_content_stack_id_fkey" FOREIGN KEY ("stack_id") REFERENCES "stack"("id") ON DELETE CASCADE ON UPDATE CASCADE;
