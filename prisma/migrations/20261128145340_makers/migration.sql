-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "maker_id" TEXT;

-- AlterTable
ALTER TABLE "authorization_code" ADD COLUMN     "maker_id" TEXT;

-- AlterTable
ALTER TABLE "machine_client" ADD COLUMN     "maker_id" TEXT;

-- AlterTable
ALTER TABLE "stack_token" ADD COLUMN     "maker_id" TEXT;

-- Who made what is there already, from the audit log. A key made by a key was made by that key's person, as far as known.
UPDATE "api_key" SET "maker_id" = "actor_id" FROM "audit_event"
WHERE "chain" = "account_id" AND "action" = 'api_key.create' AND "target_id" = "api_key"."id" AND "actor_kind" IN ('user', 'apiKey');

WITH RECURSIVE "line" AS (
  SELECT "id", "maker_id", 1 AS "depth" FROM "api_key" WHERE "maker_id" IS NOT NULL
  UNION ALL
  SELECT "line"."id", coalesce("by"."user_id", "by"."maker_id"), "depth" + 1
  FROM "line" JOIN "api_key" "by" ON "by"."id" = "line"."maker_id"
  WHERE coalesce("by"."user_id", "by"."maker_id") IS NOT NULL AND "depth" < 100
), "first" AS (SELECT DISTINCT ON ("id") "id", "maker_id" FROM "line" ORDER BY "id", "depth" DESC)
UPDATE "api_key" SET "maker_id" = "first"."maker_id" FROM "first" WHERE "first"."id" = "api_key"."id";

UPDATE "stack_token" SET "maker_id" = coalesce("key"."user_id", "key"."maker_id", "actor_id")
FROM "audit_event" LEFT JOIN "api_key" "key" ON "key"."id" = "actor_id"
WHERE "action" = 'token.create' AND "target_id" = "stack_token"."id" AND "actor_kind" IN ('user', 'apiKey');

UPDATE "machine_client" SET "maker_id" = coalesce("key"."user_id", "key"."maker_id", "actor_id")
FROM (
  SELECT DISTINCT ON ("target_id") "target_id", "actor_kind", "actor_id" FROM "audit_event"
  WHERE "action" IN ('machine_client.create', 'machine_client.rotate') ORDER BY "target_id", "seq" DESC
) "last" LEFT JOIN "api_key" "key" ON "key"."id" = "actor_id"
WHERE "target_id" = "machine_client"."id" AND "actor_kind" IN ('user', 'apiKey');
