-- CreateTable
CREATE UNLOGGED TABLE "rate_limits" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "sandbox_tries" (
    "key" TEXT NOT NULL,
    "tries" INTEGER NOT NULL,

    CONSTRAINT "sandbox_tries_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "webhook_events_operator_id_status_created_at_idx" ON "webhook_events"("operator_id", "status", "created_at");

-- CreateIndex
CREATE INDEX "orders_status_idx" ON "orders"("status");

-- What waits or was given up is counted often, and what was delivered is by far the most.
CREATE INDEX "webhook_events_unsettled_idx" ON "webhook_events"("status") WHERE "status" <> 'DELIVERED';
