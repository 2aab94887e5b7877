-- AlterTable
ALTER TABLE "server" ADD COLUMN     "bytes" INTEGER NOT NULL DEFAULT 0;
