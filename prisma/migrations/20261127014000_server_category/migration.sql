-- AlterTable
ALTER TABLE "server" ADD COLUMN     "category" TEXT;
