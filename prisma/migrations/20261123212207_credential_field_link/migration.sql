-- AlterTable
ALTER TABLE "credential_field" ADD COLUMN     "link" TEXT;
