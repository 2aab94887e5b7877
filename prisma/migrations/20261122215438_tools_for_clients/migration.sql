-- AlterTable
ALTER TABLE "tool" ADD COLUMN     "for_clients" JSON;
