-- AlterTable
ALTER TABLE "order_intake" ADD COLUMN     "terms" JSONB;
