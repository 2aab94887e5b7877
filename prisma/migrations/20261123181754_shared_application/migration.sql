-- AlterTable
ALTER TABLE "credential" ADD COLUMN     "is_shared" BOOLEAN NOT NULL DEFAULT false;
