-- AlterTable
ALTER TABLE "idempotency_keys" ADD COLUMN     "round" INTEGER NOT NULL DEFAULT 0,
ALTER COLUMN "request_hash" DROP NOT NULL;
