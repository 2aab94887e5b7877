-- CreateTable
CREATE TABLE "stack_version" (
    "id" TEXT NOT NULL,
    "stack_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    "action" TEXT,
    "actor_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stack_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stack_version_content" (
    "stack_id" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "document" JSON NOT NULL,
    "bytes" INTEGER NOT NULL,

    CONSTRAINT "stack_version_content_pkey" PRIMARY KEY ("stack_id","digest")
);

-- CreateIndex
CREATE INDEX "stack_version_stack_id_digest_idx" ON "stack_version"("stack_id", "digest");

-- CreateIndex
CREATE UNIQUE INDEX "stack_version_stack_id_number_key" ON "stack_version"("stack_id", "number");

-- AddForeignKey
ALTER TABLE "stack_version" ADD CONSTRAINT "stack_version_stack_id_fkey" FOREIGN KEY ("stack_id") REFERENCES "stack"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stack_version" ADD CONSTRAINT "stack_version_stack_id_digest_fkey" FOREIGN KEY ("stack_id", "digest") REFERENCES "stack_version_content"("stack_id", "digest") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "stack_version_content" ADD CONSTRAINT "stack_version_content_stack_id_fkey" FOREIGN KEY ("stack_id") REFERENCES "stack"("id") ON DELETE CASCADE ON UPDATE CASCADE;
