-- AlterTable
ALTER TABLE "refresh_token" ADD COLUMN     "answer" BYTEA;
