-- AlterTable
ALTER TABLE "client_endpoint" ADD COLUMN     "canary_percent" INTEGER,
ADD COLUMN     "canary_version" INTEGER,
ADD COLUMN     "pinned_version" INTEGER;

-- AlterTable
ALTER TABLE "invocation" ADD COLUMN     "stack_version" INTEGER;
