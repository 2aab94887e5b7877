-- AlterTable
ALTER TABLE "policy_rule" ADD COLUMN     "quota_unit" TEXT NOT NULL DEFAULT 'calls';
