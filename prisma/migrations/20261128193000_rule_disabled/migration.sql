-- AlterTable
ALTER TABLE "policy_rule" ADD COLUMN     "disabled_at" TIMESTAMPTZ(3);
