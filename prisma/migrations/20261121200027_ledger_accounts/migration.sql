-- What stands in suspense, and is due to go back from there, is added up every ten minutes: among the transfers of all orders these are few
CREATE INDEX "ledger_from_few_idx" ON "ledger"("from_account") WHERE "from_account" IN ('suspense', 'refunds');
CREATE INDEX "ledger_to_few_idx" ON "ledger"("to_account") WHERE "to_account" IN ('suspense', 'refunds');
