-- AlterTable
ALTER TABLE "trusted_issuer" ALTER COLUMN "jwks_url" DROP NOT NULL;
