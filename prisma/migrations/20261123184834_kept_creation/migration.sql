-- CreateTable
CREATE TABLE "kept_creation" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "caller" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "sealed" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "kept_creation_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "kept_creation_account_id_idx" ON "kept_creation"("account_id");

-- CreateIndex
CREATE INDEX "kept_creation_expires_at_idx" ON "kept_creation"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "kept_creation_caller_key_key" ON "kept_creation"("caller", "key");

-- AddForeignKey
ALTER TABLE "kept_creation" ADD CONSTRAINT "kept_creation_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
