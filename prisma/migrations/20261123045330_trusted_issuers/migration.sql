-- AlterTable
ALTER TABLE "stack_token" ADD COLUMN     "oauth_client" TEXT;

-- CreateTable
CREATE TABLE "trusted_issuer" (
    "id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "audience" TEXT,
    "jwks_url" TEXT NOT NULL,
    "claims" JSONB NOT NULL,
    "end_user_claim" TEXT NOT NULL,
    "end_user_prefix" TEXT NOT NULL DEFAULT '',
    "tools" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "networks" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "trusted_issuer_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "trusted_issuer_endpoint_id_issuer_key" ON "trusted_issuer"("endpoint_id", "issuer");

-- CreateIndex
CREATE INDEX "stack_token_oauth_client_idx" ON "stack_token"("oauth_client");

-- AddForeignKey
ALTER TABLE "trusted_issuer" ADD CONSTRAINT "trusted_issuer_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "client_endpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;
