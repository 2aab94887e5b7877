-- AlterTable
ALTER TABLE "account" ALTER COLUMN "held_changes" SET DEFAULT ARRAY['widening', 'removed']::TEXT[];

-- AlterTable
ALTER TABLE "tool" ADD COLUMN     "removed_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "tool_removed_at_idx" ON "tool"("removed_at");

-- Who has changes reviewed that let tools do more reviews, too, that a tool is gone.
UPDATE "account" SET "held_changes" = array_append("held_changes", 'removed') WHERE 'widening' = ANY("held_changes");
