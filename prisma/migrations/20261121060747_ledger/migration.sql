-- CreateEnum
CREATE TYPE "ledger_account" AS ENUM ('customers', 'fx_desk', 'partners', 'correspondents', 'suspense', 'orders', 'commission', 'vat', 'refunds', 'position');

-- AlterTable
ALTER TABLE "bank_statements" ADD COLUMN     "payment_no" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "ledger" (
    "id" TEXT NOT NULL,
    "pa_order_id" TEXT,
    "from_account" "ledger_account" NOT NULL,
    "to_account" "ledger_account" NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "amount" DECIMAL(24,6) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ledger_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "statement_actions" (
    "id" BIGSERIAL NOT NULL,
    "statement_id" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "statement_actions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ledger_pa_order_id_idx" ON "ledger"("pa_order_id");

-- CreateIndex
CREATE INDEX "statement_actions_statement_id_idx" ON "statement_actions"("statement_id");

-- CreateIndex
CREATE INDEX "bank_statements_outcome_created_at_idx" ON "bank_statements"("outcome", "created_at");

-- CreateIndex
CREATE INDEX "bank_statements_pa_order_id_idx" ON "bank_statements"("pa_order_id");

ALTER TABLE "ledger" ADD CONSTRAINT "ledger_amount_positive" CHECK ("amount" > 0);
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_two_accounts" CHECK ("from_account" <> "to_account");

-- An order takes the rubles of one statement
CREATE UNIQUE INDEX "bank_statements_one_match" ON "bank_statements"("pa_order_id") WHERE "outcome" = 'MATCHED';

-- The semicolon inside a function's body is written as \073: scripts are split where one stands
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN RAISE EXCEPTION ''% is append-only: % refused'', TG_TABLE_NAME, TG_OP USING ERRCODE = ''restrict_violation''\073 END';
CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_actions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "statement_actions"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Both sides of every transfer, for whoever adds up
CREATE VIEW "ledger_postings" AS
  SELECT "id", "pa_order_id", "from_account" AS "account", "currency", -"amount" AS "amount", "created_at" FROM "ledger"
  UNION ALL
  SELECT "id", "pa_order_id", "to_account", "currency", "amount", "created_at" FROM "ledger";
