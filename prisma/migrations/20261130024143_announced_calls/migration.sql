-- AlterTable
ALTER TABLE "approval" ADD COLUMN     "announced" JSONB,
ADD COLUMN     "program_run" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "used_calls" INTEGER[] DEFAULT ARRAY[]::INTEGER[];
