-- AlterTable
ALTER TABLE "app_user" ADD COLUMN     "alert_email" TEXT;

-- AlterTable
ALTER TABLE "webhook" ADD COLUMN     "events" TEXT[] DEFAULT ARRAY['approvals']::TEXT[];

-- CreateTable
CREATE TABLE "alert_settings" (
    "account_id" TEXT NOT NULL,
    "muted" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "failure_hours" INTEGER NOT NULL DEFAULT 1,
    "failure_count" INTEGER NOT NULL DEFAULT 5,
    "failure_percent" INTEGER NOT NULL DEFAULT 20,
    "end_days" INTEGER NOT NULL DEFAULT 7,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "told_since" TIMESTAMPTZ(3),
    "told_count" INTEGER NOT NULL DEFAULT 0,
    "digest_at" TIMESTAMPTZ(3),

    CONSTRAINT "alert_settings_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "alert" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "stack_id" TEXT,
    "details" JSONB NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "told" TEXT,
    "told_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "alert_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mail" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "error" TEXT,
    "delivered_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "alert_settings_due_at_idx" ON "alert_settings"("due_at");

-- CreateIndex
CREATE INDEX "alert_stack_id_idx" ON "alert"("stack_id");

-- CreateIndex
CREATE INDEX "alert_expires_at_idx" ON "alert"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "alert_account_id_subject_key" ON "alert"("account_id", "subject");

-- CreateIndex
CREATE INDEX "mail_user_id_created_at_idx" ON "mail"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "mail_due_at_idx" ON "mail"("due_at");

-- CreateIndex
CREATE INDEX "mail_expires_at_idx" ON "mail"("expires_at");

-- AddForeignKey
ALTER TABLE "alert_settings" ADD CONSTRAINT "alert_settings_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert" ADD CONSTRAINT "alert_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert" ADD CONSTRAINT "alert_stack_id_fkey" FOREIGN KEY ("stack_id") REFERENCES "stack"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail" ADD CONSTRAINT "mail_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
