-- CreateTable
CREATE TABLE "hint_setting" (
    "account_id" TEXT NOT NULL,
    "server_id" TEXT NOT NULL,
    "is_trusted" BOOLEAN NOT NULL DEFAULT false,
    "tools" JSON NOT NULL,

    CONSTRAINT "hint_setting_pkey" PRIMARY KEY ("account_id","server_id")
);

-- CreateIndex
CREATE INDEX "hint_setting_server_id_idx" ON "hint_setting"("server_id");

-- AddForeignKey
ALTER TABLE "hint_setting" ADD CONSTRAINT "hint_setting_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "hint_setting" ADD CONSTRAINT "hint_setting_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "server"("id") ON DELETE CASCADE ON UPDATE CASCADE;
