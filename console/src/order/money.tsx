import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { OFTEN, useRead } from '../api/queries';
import type { AdminOrder, OrderMoney } from '../api/types';
import { type Column, DataTable } from '../parts/data-table';
import { Fields } from '../parts/fields';
import { OutsideLink } from '../parts/link';
import { Loaded } from '../parts/loaded';
import { Section } from '../parts/section';
import { Time } from '../parts/time';
import { useFormats } from '../texts/format';

export function Money({ order }: { order: AdminOrder }) {
  const { t } = useTranslation();
  const path = { paOrderId: order.pa_order_id };
  const money = useRead(['order', path.paOrderId, 'money'], () => api.GET('/v1/admin/orders/{paOrderId}/money', { params: { path } }), {
    every: OFTEN,
  });
  return (
    <Section title={t('money.title')}>
      <Part title={t('money.fx')}>
        <Exchange order={order} />
      </Part>
      <Part title={t('money.in')}>
        <MoneyIn order={order} />
      </Part>
      <Part title={t('money.out')}>
        <MoneyOut order={order} />
      </Part>
      <Loaded of={money} lines={3}>
        {({ statements, transfers }) => (
          <>
            <Part title={t('money.statements')}>
              <Statements statements={statements} />
            </Part>
            <Part title={t('money.transfers')}>
              <Transfers transfers={transfers} />
            </Part>
          </>
        )}
      </Loaded>
    </Section>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack gap={4}>
    <Title order={3}>{title}</Title>
    {children}
  </Stack>
);

const NotYet = ({ text }: { text: string }) => (
  <Text size="sm" c="dimmed">
    {text}
  </Text>
);

function Exchange({ order: { fx, commission, amount_rub } }: { order: AdminOrder }) {
  const { t } = useTranslation();
  const format = useFormats();
  if (!fx) return <NotYet text={t('money.notFixed')} />;
  return (
    <Fields
      of={[
        [t('money.rate'), format.number(fx.rate)],
        [t('money.fixedAt'), <Time key="fixed" at={fx.fixed_at} />],
        [t('money.rateExpires'), <Time key="expires" at={fx.expires_at} />],
        [
          t('money.commission'),
          commission &&
            t(commission.vat_included ? 'money.commissionVat' : 'money.commissionValue', {
              amount: format.rub(commission.amount_rub),
              percent: format.percent(commission.rate_percent),
            }),
        ],
        [t('order.amountRub'), amount_rub === undefined ? undefined : format.rub(amount_rub)],
      ]}
    />
  );
}

function MoneyIn({ order: { payment_details: details } }: { order: AdminOrder }) {
  const { t } = useTranslation();
  const format = useFormats();
  if (!details) return <NotYet text={t('money.notIssued')} />;
  return (
    <Fields
      of={[
        [t('money.type'), t(`command.paymentTypes.${details.type}`)],
        [t('money.recipient'), details.recipient_name],
        [t('money.inn'), details.inn],
        [t('money.account'), details.account],
        [t('money.bank'), `${details.bank_name}, ${t('money.bik')} ${details.bank_bik}`],
        [t('money.purpose'), details.purpose],
        [t('money.link'), details.url && <OutsideLink href={details.url}>{details.url}</OutsideLink>],
        [t('money.received'), details.amount_received_rub === undefined ? undefined : format.rub(details.amount_received_rub)],
        [t('money.receivedAt'), details.received_at && <Time at={details.received_at} />],
      ]}
    />
  );
}

function MoneyOut({ order: { payment_out: out } }: { order: AdminOrder }) {
  const { t } = useTranslation();
  const format = useFormats();
  if (!out) return <NotYet text={t('money.notPaidOut')} />;
  const amount = (value: number | undefined) => (value === undefined ? undefined : format.money(value, out.currency_sent ?? ''));
  return (
    <Fields
      of={[
        [t('money.type'), out.type],
        [t('money.sent'), amount(out.amount_sent)],
        [t('money.fee'), amount(out.fee)],
        [t('money.iban'), out.iban_to],
        [t('money.swiftRef'), out.swift_ref],
        [t('money.valueDate'), out.value_date],
        [t('money.authCode'), out.auth_code],
        [t('money.form'), out.partner_payment_url && <OutsideLink href={out.partner_payment_url}>{out.partner_payment_url}</OutsideLink>],
        [t('money.receipt'), out.receipt_url && <OutsideLink href={out.receipt_url}>{t('money.receipt')}</OutsideLink>],
      ]}
    />
  );
}

function Statements({ statements }: Pick<OrderMoney, 'statements'>) {
  const { t } = useTranslation();
  const format = useFormats();
  if (statements.length === 0) return <NotYet text={t('money.noStatements')} />;
  const columns: Column<OrderMoney['statements'][number]>[] = [
    { header: t('money.at'), cell: ({ received_at }) => <Time at={received_at} /> },
    { header: t('order.amountRub'), number: true, cell: ({ amount_rub }) => format.rub(amount_rub) },
    { header: t('money.outcome'), cell: ({ outcome }) => outcome },
    { header: t('money.reference'), cell: ({ statement_ref }) => statement_ref },
    { header: t('money.source'), cell: ({ source }) => <span className="nowrap">{source}</span> },
  ];
  return <DataTable caption={t('money.statements')} columns={columns} rows={statements} rowKey={({ id }) => id} empty={t('money.noStatements')} />;
}

function Transfers({ transfers }: Pick<OrderMoney, 'transfers'>) {
  const { t } = useTranslation();
  const format = useFormats();
  if (transfers.length === 0) return <NotYet text={t('money.noTransfers')} />;
  const columns: Column<OrderMoney['transfers'][number]>[] = [
    { header: t('money.at'), cell: ({ at }) => <Time at={at} /> },
    { header: t('money.from'), cell: ({ from }) => from },
    { header: t('money.to'), cell: ({ to }) => to },
    { header: t('order.amount'), number: true, cell: ({ amount, currency }) => format.money(amount, currency) },
  ];
  return <DataTable caption={t('money.transfers')} columns={columns} rows={transfers} rowKey={({ id }) => id} empty={t('money.noTransfers')} />;
}
