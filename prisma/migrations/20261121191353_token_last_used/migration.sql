-- AlterTable
ALTER TABLE "stack_token" ADD COLUMN     "last_used_at" TIMESTAMPTZ(3);
