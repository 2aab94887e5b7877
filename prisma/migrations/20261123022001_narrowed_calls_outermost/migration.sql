-- AlterTable
ALTER TABLE "narrowed_calls" ADD COLUMN     "outermost_id" TEXT NOT NULL DEFAULT '';
