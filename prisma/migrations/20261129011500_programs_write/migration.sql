-- AlterTable
ALTER TABLE "client_endpoint" ADD COLUMN     "may_programs_write" BOOLEAN NOT NULL DEFAULT false;
