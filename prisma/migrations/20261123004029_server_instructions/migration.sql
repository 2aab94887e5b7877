-- AlterTable
ALTER TABLE "server" ADD COLUMN     "instructions" TEXT;

-- AlterTable
ALTER TABLE "stack_server" ADD COLUMN     "are_instructions_refused" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "held_instructions" TEXT;
