-- AlterTable
ALTER TABLE "approval" ADD COLUMN     "is_for_session" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "session" TEXT NOT NULL DEFAULT '';
