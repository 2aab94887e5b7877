-- AlterTable
ALTER TABLE "hint_setting" ADD COLUMN     "labels" JSON NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "stored_file" ADD COLUMN     "sources" JSON NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "stored_result" ADD COLUMN     "sources" JSON NOT NULL DEFAULT '[]';
