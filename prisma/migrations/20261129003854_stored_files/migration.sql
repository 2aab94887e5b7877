-- CreateTable
CREATE TABLE "stored_file" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "stack_id" TEXT NOT NULL,
    "reader" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "segments" INTEGER NOT NULL DEFAULT 0,
    "digest" BYTEA,
    "server" TEXT NOT NULL,
    "tool_id" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stored_file_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deleted_file" (
    "id" TEXT NOT NULL,
    "segments" INTEGER NOT NULL,

    CONSTRAINT "deleted_file_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "stored_file_account_id_idx" ON "stored_file"("account_id");

-- CreateIndex
CREATE INDEX "stored_file_stack_id_idx" ON "stored_file"("stack_id");

-- CreateIndex
CREATE INDEX "stored_file_expires_at_idx" ON "stored_file"("expires_at");

-- AddForeignKey
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_stack_id_fkey" FOREIGN KEY ("stack_id") REFERENCES "stack"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Deleting a stack or an account deletes its files' rows too, so a trigger notes what to remove from the file store.
CREATE FUNCTION note_deleted_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "deleted_file" ("id", "segments") VALUES (OLD.id, OLD.segments) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER "stored_file_deleted" AFTER DELETE ON "stored_file"
  FOR EACH ROW EXECUTE FUNCTION note_deleted_file();
