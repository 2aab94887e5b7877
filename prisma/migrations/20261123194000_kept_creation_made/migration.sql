-- AlterTable
ALTER TABLE "kept_creation" ADD COLUMN     "made" TEXT[] DEFAULT ARRAY[]::TEXT[];
