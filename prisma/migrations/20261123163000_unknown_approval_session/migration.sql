-- AlterTable
ALTER TABLE "approval" ALTER COLUMN "session" DROP NOT NULL,
ALTER COLUMN "session" DROP DEFAULT;

-- Of calls that were kept before there was the column, or by an instance without it, nobody knows the session. They
-- cannot be told from those of callers whose session is empty; calls from now on are kept with theirs.
UPDATE "approval" SET "session" = NULL WHERE "session" = '';
