-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "role" TEXT;

-- AlterTable
ALTER TABLE "app_user" ADD COLUMN     "role" TEXT NOT NULL DEFAULT 'owner';

-- AlterTable
ALTER TABLE "invitation" ADD COLUMN     "role" TEXT NOT NULL DEFAULT 'owner';
