-- AlterTable
ALTER TABLE "tool" ADD COLUMN     "asks" TEXT[] DEFAULT ARRAY[]::TEXT[];
