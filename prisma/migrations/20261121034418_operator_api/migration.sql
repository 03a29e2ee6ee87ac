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
