-- CreateTable
CREATE TABLE "findings" (
    "invariant" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "first_seen" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "findings_pkey" PRIMARY KEY ("invariant","subject")
);

-- CreateIndex
CREATE INDEX "orders_updated_at_idx" ON "orders"("updated_at");
