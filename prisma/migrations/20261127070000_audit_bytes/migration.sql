-- AlterTable
ALTER TABLE "audit_chain" ADD COLUMN     "bytes" BIGINT NOT NULL DEFAULT 0;

-- How much the events of each chain say, counted once: from now on each event adds its own (core/audit/audit.ts).
UPDATE "audit_chain" SET "bytes" = coalesce((
  SELECT sum(octet_length("details"::text) + coalesce(octet_length("envelopes"::text), 0) + octet_length("said"))
  FROM "audit_event" WHERE "chain" = "audit_chain"."id" AND "seq" > "audit_chain"."pruned_seq"
), 0);
