-- AlterTable
ALTER TABLE "credential" ADD COLUMN     "is_copied" BOOLEAN NOT NULL DEFAULT false;
