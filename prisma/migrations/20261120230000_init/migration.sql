-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "api_clients" (
    "client_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "api_key_hash" TEXT NOT NULL,
    "scopes" TEXT[],
    "webhook_secrets" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_clients_pkey" PRIMARY KEY ("client_id")
);

-- CreateTable
CREATE TABLE "access_tokens" (
    "token_hash" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "scopes" TEXT[],
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "access_tokens_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "partners" (
    "operator_id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "legal_name" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "currency" TEXT,
    "scenarios" TEXT[],
    "iban" TEXT,
    "swift_bic" TEXT,
    "payment_form" TEXT,
    "webhook_url" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "partners_pkey" PRIMARY KEY ("operator_id","partner_id")
);

-- CreateTable
CREATE TABLE "fx_rates" (
    "currency" TEXT NOT NULL,
    "base" DECIMAL(18,6) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "fx_rates_pkey" PRIMARY KEY ("currency")
);

-- CreateTable
CREATE TABLE "config" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "config_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "order_intake" (
    "pa_order_id" TEXT NOT NULL,
    "operator_id" TEXT NOT NULL,
    "order_id" TEXT NOT NULL,
    "uin" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "name_sealed" TEXT,
    "phone_sealed" TEXT,
    "name_masked" TEXT,
    "phone_masked" TEXT,
    "service_meta" JSONB,
    "invoice" JSONB,
    "payment_link" TEXT,
    "callback_url" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "order_intake_pkey" PRIMARY KEY ("pa_order_id")
);

-- CreateTable
CREATE TABLE "orders" (
    "pa_order_id" TEXT NOT NULL,
    "operator_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "scenario" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "needs_attention" TEXT,
    "deadline" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "state" JSONB NOT NULL,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("pa_order_id")
);

-- CreateTable
CREATE TABLE "journal" (
    "event_id" TEXT NOT NULL,
    "pa_order_id" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "event_type" TEXT NOT NULL,
    "status_from" TEXT,
    "status_to" TEXT,
    "actor" TEXT NOT NULL,
    "payload" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "journal_pkey" PRIMARY KEY ("event_id")
);

-- CreateTable
CREATE TABLE "webhook_events" (
    "event_id" TEXT NOT NULL,
    "pa_order_id" TEXT NOT NULL,
    "operator_id" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "event_type" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'PENDING',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "response_status" INTEGER,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("event_id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "event_id" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "response_status" INTEGER,
    "duration_ms" INTEGER NOT NULL,
    "error" TEXT,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("event_id","attempt","at")
);

-- CreateTable
CREATE TABLE "bank_statements" (
    "id" UUID NOT NULL,
    "uin" TEXT NOT NULL,
    "amount_rub" DECIMAL(24,6) NOT NULL,
    "received_at" TIMESTAMPTZ(3),
    "statement_ref" TEXT,
    "source" TEXT NOT NULL,
    "outcome" TEXT NOT NULL DEFAULT 'RECEIVED',
    "pa_order_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "bank_statements_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "operator_id" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "response" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("operator_id","route","key")
);

-- CreateTable
CREATE TABLE "made_documents" (
    "id" TEXT NOT NULL,
    "pa_order_id" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "made_documents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sandbox_operations" (
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "request" JSONB NOT NULL,
    "result" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sandbox_operations_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "sandbox_webhooks" (
    "id" BIGSERIAL NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "event_id" TEXT,
    "event_type" TEXT,
    "signature" TEXT,
    "timestamp" TEXT,
    "signature_valid" BOOLEAN NOT NULL,
    "body" JSONB NOT NULL,

    CONSTRAINT "sandbox_webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "api_clients_api_key_hash_key" ON "api_clients"("api_key_hash");

-- CreateIndex
CREATE INDEX "access_tokens_expires_at_idx" ON "access_tokens"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "order_intake_uin_key" ON "order_intake"("uin");

-- CreateIndex
CREATE UNIQUE INDEX "order_intake_operator_id_order_id_key" ON "order_intake"("operator_id", "order_id");

-- CreateIndex
CREATE INDEX "orders_operator_id_created_at_pa_order_id_idx" ON "orders"("operator_id", "created_at" DESC, "pa_order_id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "journal_pa_order_id_seq_key" ON "journal"("pa_order_id", "seq");

-- CreateIndex
CREATE INDEX "webhook_events_pa_order_id_idx" ON "webhook_events"("pa_order_id");

-- CreateIndex
CREATE INDEX "bank_statements_uin_idx" ON "bank_statements"("uin");

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE INDEX "sandbox_operations_kind_idx" ON "sandbox_operations"("kind");


-- The journal is append-only. (\073 is a semicolon: the migration engine splits scripts at each one it sees.)
CREATE FUNCTION refuse_journal_change() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN RAISE EXCEPTION ''the journal is append-only: % refused'', TG_OP USING ERRCODE = ''restrict_violation''\073 END';

CREATE TRIGGER journal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "journal"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_journal_change();
