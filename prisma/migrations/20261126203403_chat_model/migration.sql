-- CreateTable
CREATE TABLE "chat_model" (
    "account_id" TEXT NOT NULL,
    "api" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "needs_key" BOOLEAN NOT NULL,
    "key_id" TEXT,
    "sealed" BYTEA,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "chat_model_pkey" PRIMARY KEY ("account_id")
);

-- AddForeignKey
ALTER TABLE "chat_model" ADD CONSTRAINT "chat_model_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
