-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "stack_roles" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "app_user" ADD COLUMN     "stack_roles" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "invitation" ADD COLUMN     "stack_roles" TEXT[] DEFAULT ARRAY[]::TEXT[];
