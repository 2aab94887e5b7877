-- CreateTable
CREATE TABLE "call_erasure" (
    "stack_id" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "call_erasure_pkey" PRIMARY KEY ("stack_id")
);

-- CreateIndex
CREATE INDEX "call_erasure_due_at_idx" ON "call_erasure"("due_at");
