-- AlterTable
ALTER TABLE "bank_statements" ADD COLUMN     "line_key" TEXT,
ADD COLUMN     "other_ref" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "bank_statements_line_key_key" ON "bank_statements"("line_key");
