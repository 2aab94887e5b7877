-- AlterTable
ALTER TABLE "stack_token" ADD COLUMN     "revoked_narrowings" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "narrowed_calls" (
    "token_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "narrowed_calls_pkey" PRIMARY KEY ("token_id","id")
);

-- AddForeignKey
ALTER TABLE "narrowed_calls" ADD CONSTRAINT "narrowed_calls_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "stack_token"("id") ON DELETE CASCADE ON UPDATE CASCADE;
