-- AlterTable
ALTER TABLE "invocation" ADD COLUMN     "approval_id" TEXT,
ADD COLUMN     "caller_id" TEXT,
ADD COLUMN     "caller_kind" TEXT,
ADD COLUMN     "decision" TEXT,
ADD COLUMN     "end_user" TEXT,
ADD COLUMN     "error" TEXT,
ADD COLUMN     "own_ms" INTEGER,
ADD COLUMN     "queue_ms" INTEGER,
ADD COLUMN     "request_id" TEXT,
ADD COLUMN     "surface" TEXT,
ADD COLUMN     "trace_id" TEXT,
ADD COLUMN     "upstream_ms" INTEGER,
ADD COLUMN     "upstream_status" INTEGER;
