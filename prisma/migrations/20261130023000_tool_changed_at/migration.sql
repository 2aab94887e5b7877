-- AlterTable
ALTER TABLE "tool" ADD COLUMN     "changed_at" TIMESTAMPTZ(3);
