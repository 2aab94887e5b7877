-- AlterTable
ALTER TABLE "audit_chain" ADD COLUMN     "pruned_hash" BYTEA,
ADD COLUMN     "pruned_key_id" TEXT,
ADD COLUMN     "pruned_mac" BYTEA,
ADD COLUMN     "pruned_seq" INTEGER NOT NULL DEFAULT 0;

-- Written by hand: events go only from the oldest end, and only once the chain's head says so, which is audited.
DROP TRIGGER "audit_event_append_only" ON "audit_event";

CREATE TRIGGER "audit_event_append_only"
  BEFORE UPDATE OR TRUNCATE ON "audit_event"
  FOR EACH STATEMENT EXECUTE FUNCTION "audit_event_append_only"();

ALTER TABLE "audit_event" ENABLE ALWAYS TRIGGER "audit_event_append_only";

CREATE FUNCTION "audit_event_keep"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM gone LEFT JOIN "audit_chain" ON "audit_chain"."id" = gone."chain"
    WHERE gone."seq" > coalesce("audit_chain"."pruned_seq", 0)
  ) THEN
    RAISE EXCEPTION 'audit_event is append-only: DELETE refused' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "audit_event_keep"
  AFTER DELETE ON "audit_event" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION "audit_event_keep"();

ALTER TABLE "audit_event" ENABLE ALWAYS TRIGGER "audit_event_keep";
