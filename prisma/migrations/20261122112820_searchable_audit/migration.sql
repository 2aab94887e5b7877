-- AlterTable
-- What a search of the changes looks in: one text instead of eleven.
-- Generated, so that it never differs from the columns that the chain's hashes protect.
ALTER TABLE "audit_event" ADD COLUMN     "said" TEXT NOT NULL GENERATED ALWAYS AS (
  lower("action" || E'\n' || "target_kind" || E'\n' || "target_id" || E'\n' || "actor_kind" || E'\n' || "actor_id"
    || coalesce(E'\n' || ("details"->>'name'), '') || coalesce(E'\n' || ("details"->>'email'), '')
    || coalesce(E'\n' || ("details"->>'serverId'), '') || coalesce(E'\n' || ("details"->>'toolId'), '')
    || coalesce(E'\n' || ("details"->>'client'), '') || coalesce(E'\n' || ("details"->>'issuer'), ''))
) STORED;

-- CreateIndex
CREATE INDEX "audit_event_chain_stack_id_seq_idx" ON "audit_event"("chain", "stack_id", "seq");
