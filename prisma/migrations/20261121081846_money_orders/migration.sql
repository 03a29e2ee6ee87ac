-- CreateTable
CREATE TABLE "money_orders" (
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "request" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "money_orders_pkey" PRIMARY KEY ("key")
);
