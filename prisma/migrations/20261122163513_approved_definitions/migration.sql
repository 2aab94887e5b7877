-- What was approved before has no definition, and is asked for again.
ALTER TABLE "approval" ADD COLUMN "definition" TEXT NOT NULL DEFAULT '';
