-- CreateTable
CREATE TABLE "upkeep_task" (
    "name" TEXT NOT NULL,
    "done_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "upkeep_task_pkey" PRIMARY KEY ("name")
);
