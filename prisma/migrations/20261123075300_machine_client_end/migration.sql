-- AlterTable
ALTER TABLE "machine_client" ADD COLUMN     "expires_at" TIMESTAMPTZ(3);
