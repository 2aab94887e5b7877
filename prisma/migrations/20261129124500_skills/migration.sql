-- CreateTable
CREATE TABLE "skill" (
    "stack_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "skill_pkey" PRIMARY KEY ("stack_id","name")
);

-- AddForeignKey
ALTER TABLE "skill" ADD CONSTRAINT "skill_stack_id_fkey" FOREIGN KEY ("stack_id") REFERENCES "stack"("id") ON DELETE CASCADE ON UPDATE CASCADE;
