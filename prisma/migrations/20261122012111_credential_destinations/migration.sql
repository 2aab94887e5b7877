-- DropIndex
DROP INDEX "oauth_registration_server_id_issuer_redirect_uri_key";

-- AlterTable
ALTER TABLE "credential" ADD COLUMN     "destination" TEXT;

-- AlterTable
ALTER TABLE "credential_field" ADD COLUMN     "uses" JSONB;

-- AlterTable
ALTER TABLE "oauth_registration" ADD COLUMN     "token_origin" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE UNIQUE INDEX "oauth_registration_server_id_issuer_redirect_uri_token_orig_key" ON "oauth_registration"("server_id", "issuer", "redirect_uri", "token_origin");
