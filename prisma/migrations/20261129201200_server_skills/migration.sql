-- AlterTable
ALTER TABLE "server" ADD COLUMN     "skills" TEXT;

-- AlterTable
ALTER TABLE "stack_server" ADD COLUMN     "held_skills" TEXT;
