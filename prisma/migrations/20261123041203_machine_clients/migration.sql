-- AlterTable
ALTER TABLE "stack_token" ADD COLUMN     "grant_id" TEXT;

-- CreateTable
CREATE TABLE "machine_client" (
    "id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "end_user" TEXT,
    "tools" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "networks" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "secret_hash" BYTEA,
    "public_keys" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "rotated_at" TIMESTAMPTZ(3),

    CONSTRAINT "machine_client_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "machine_client_endpoint_id_idx" ON "machine_client"("endpoint_id");

-- CreateIndex
CREATE INDEX "stack_token_grant_id_idx" ON "stack_token"("grant_id");

-- AddForeignKey
ALTER TABLE "machine_client" ADD CONSTRAINT "machine_client_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "client_endpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;
