-- AlterTable
ALTER TABLE "client_endpoint" ADD COLUMN     "failure_kinds" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "failure_percent" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "is_rehearsal" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "uses_recordings" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "tool" ADD COLUMN     "example" json;
