-- DropIndex
DROP INDEX "orders_status_idx";

-- AlterTable
ALTER TABLE "api_clients" ADD COLUMN     "revoked_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "staff" (
    "username" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "staff_pkey" PRIMARY KEY ("username")
);

-- CreateTable
CREATE TABLE "staff_sessions" (
    "token_hash" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "staff_sessions_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "audit" (
    "id" BIGSERIAL NOT NULL,
    "subject" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refund_approvals" (
    "id" UUID NOT NULL,
    "pa_order_id" TEXT NOT NULL,
    "amount_rub" DECIMAL(24,6) NOT NULL,
    "reason" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'PENDING',
    "requested_by" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_by" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "outcome" TEXT,

    CONSTRAINT "refund_approvals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE UNLOGGED TABLE "log_lines" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "level" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "pa_order_id" TEXT,
    "request_id" TEXT,
    "fields" JSONB NOT NULL,

    CONSTRAINT "log_lines_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "staff_sessions_username_idx" ON "staff_sessions"("username");

-- CreateIndex
CREATE INDEX "audit_subject_id_idx" ON "audit"("subject", "id");

-- CreateIndex
CREATE INDEX "refund_approvals_status_requested_at_idx" ON "refund_approvals"("status", "requested_at");

-- CreateIndex
CREATE INDEX "refund_approvals_pa_order_id_idx" ON "refund_approvals"("pa_order_id");

-- CreateIndex
CREATE INDEX "log_lines_pa_order_id_idx" ON "log_lines"("pa_order_id");

-- CreateIndex
CREATE INDEX "log_lines_request_id_idx" ON "log_lines"("request_id");

-- CreateIndex
CREATE INDEX "access_tokens_client_id_idx" ON "access_tokens"("client_id");

-- CreateIndex
CREATE INDEX "order_intake_order_id_idx" ON "order_intake"("order_id" text_pattern_ops);

-- CreateIndex
CREATE INDEX "order_intake_client_id_idx" ON "order_intake"("client_id" text_pattern_ops);

-- CreateIndex
CREATE INDEX "orders_created_at_pa_order_id_idx" ON "orders"("created_at" DESC, "pa_order_id" DESC);

-- CreateIndex
CREATE INDEX "orders_partner_id_created_at_pa_order_id_idx" ON "orders"("partner_id", "created_at" DESC, "pa_order_id" DESC);

-- CreateIndex
CREATE INDEX "orders_status_created_at_pa_order_id_idx" ON "orders"("status", "created_at" DESC, "pa_order_id" DESC);

-- CreateIndex
CREATE INDEX "webhook_events_created_at_event_id_idx" ON "webhook_events"("created_at" DESC, "event_id" DESC);

-- What staff look for is rare among all orders
CREATE INDEX "orders_needs_attention_idx" ON "orders"("created_at" DESC, "pa_order_id" DESC) WHERE "needs_attention" IS NOT NULL;
CREATE INDEX "orders_open_deadline_idx" ON "orders"("deadline") WHERE "status" NOT IN ('COMPLETED', 'REJECTED', 'EXPIRED', 'REFUNDED');

ALTER TABLE "staff" ADD CONSTRAINT "staff_role" CHECK ("role" IN ('admin', 'viewer'));
CREATE UNIQUE INDEX "refund_approvals_one_open" ON "refund_approvals"("pa_order_id") WHERE "status" IN ('PENDING', 'APPROVED');
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
