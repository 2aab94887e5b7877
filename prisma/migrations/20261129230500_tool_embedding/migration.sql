-- CreateTable
CREATE TABLE "tool_embedding" (
    "digest" BYTEA NOT NULL,
    "vector" BYTEA,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "retry_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tool_embedding_pkey" PRIMARY KEY ("digest")
);

-- CreateIndex
CREATE INDEX "tool_embedding_used_at_idx" ON "tool_embedding"("used_at");
