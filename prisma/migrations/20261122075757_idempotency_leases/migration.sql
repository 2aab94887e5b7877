-- AlterTable
ALTER TABLE "idempotent_call" ADD COLUMN     "lease_until" TIMESTAMPTZ(3) NOT NULL DEFAULT (now() + '00:04:10'::interval);
