-- AlterTable
ALTER TABLE "account" ALTER COLUMN "held_changes" SET DEFAULT ARRAY['reworded', 'widening', 'removed']::TEXT[];

-- CreateTable
CREATE TABLE "review_setting" (
    "account_id" TEXT NOT NULL,
    "server_id" TEXT NOT NULL,
    "kinds" TEXT[],

    CONSTRAINT "review_setting_pkey" PRIMARY KEY ("account_id","server_id")
);

-- CreateIndex
CREATE INDEX "review_setting_server_id_idx" ON "review_setting"("server_id");

-- AddForeignKey
ALTER TABLE "review_setting" ADD CONSTRAINT "review_setting_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_setting" ADD CONSTRAINT "review_setting_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "server"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Changed texts were a part of what lets a tool do more, and are a kind of their own now.
UPDATE "account" SET "held_changes" = array_prepend('reworded', "held_changes") WHERE 'widening' = ANY("held_changes");
