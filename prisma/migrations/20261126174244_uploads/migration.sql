-- CreateTable
CREATE TABLE "upload" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "received" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "upload_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "upload_part" (
    "upload_id" TEXT NOT NULL,
    "at" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "upload_part_pkey" PRIMARY KEY ("upload_id","at")
);

-- CreateIndex
CREATE INDEX "upload_account_id_idx" ON "upload"("account_id");

-- CreateIndex
CREATE INDEX "upload_expires_at_idx" ON "upload"("expires_at");

-- AddForeignKey
ALTER TABLE "upload" ADD CONSTRAINT "upload_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "upload_part" ADD CONSTRAINT "upload_part_upload_id_fkey" FOREIGN KEY ("upload_id") REFERENCES "upload"("id") ON DELETE CASCADE ON UPDATE CASCADE;
