-- DropIndex
DROP INDEX "enabled_tool_tool_key_idx";

-- AlterTable
ALTER TABLE "account" ADD COLUMN     "held_changes" TEXT[] DEFAULT ARRAY['widening']::TEXT[];

-- AlterTable
ALTER TABLE "enabled_tool" ADD COLUMN     "held_digest" TEXT,
ADD COLUMN     "refused_digest" TEXT;

-- AlterTable
ALTER TABLE "tool" ADD COLUMN     "digest" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "kept_definition" (
    "id" TEXT NOT NULL,
    "tool_key" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "definition" JSON NOT NULL,
    "kind" TEXT NOT NULL,
    "changes" JSON NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "kept_definition_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "kept_definition_tool_key_digest_key" ON "kept_definition"("tool_key", "digest");

-- CreateIndex
CREATE INDEX "enabled_tool_tool_key_held_digest_idx" ON "enabled_tool"("tool_key", "held_digest");

-- AddForeignKey
ALTER TABLE "kept_definition" ADD CONSTRAINT "kept_definition_tool_key_fkey" FOREIGN KEY ("tool_key") REFERENCES "tool"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "enabled_tool" ADD CONSTRAINT "enabled_tool_tool_key_held_digest_fkey" FOREIGN KEY ("tool_key", "held_digest") REFERENCES "kept_definition"("tool_key", "digest") ON DELETE NO ACTION ON UPDATE NO ACTION;
