-- AlterTable
ALTER TABLE "audit_chain" ADD COLUMN     "key_id" TEXT,
ADD COLUMN     "mac" BYTEA;

-- AlterTable
ALTER TABLE "audit_event" ADD COLUMN     "envelopes" JSONB,
ADD COLUMN     "key_id" TEXT;

-- CreateTable
CREATE TABLE "audit_key" (
    "id" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "key_id" TEXT NOT NULL,

    CONSTRAINT "audit_key_pkey" PRIMARY KEY ("id")
);
