import { Group, NumberInput, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { useRead } from '../api/queries';
import { Fields } from '../parts/fields';
import { Loaded } from '../parts/loaded';
import { Section } from '../parts/section';
import { useFormats } from '../texts/format';

export function Preview() {
  const { t } = useTranslation();
  const format = useFormats();
  const [amount, setAmount] = useState<number | string>(1000);
  const [currency, setCurrency] = useState('EUR');
  const [partner, setPartner] = useState('');
  const [query] = useDebouncedValue({ amount: Number(amount), currency, partner_id: partner.trim() || undefined }, 300);
  const asked = query.amount > 0 && /^[A-Z]{3}$/.test(query.currency);
  const preview = useRead(['fx', 'preview', query], () => api.GET('/v1/admin/fx/preview', { params: { query } }), { enabled: asked });
  return (
    <Section title={t('fx.preview')}>
      <Group gap="xs" align="flex-end">
        <NumberInput label={t('fx.amount')} value={amount} onChange={setAmount} min={0} decimalScale={3} hideControls flex="1 1 8rem" />
        <TextInput
          label={t('fx.currency')}
          value={currency}
          maxLength={3}
          onChange={(event) => setCurrency(event.currentTarget.value.toUpperCase())}
          flex="1 1 5rem"
        />
        <TextInput
          label={t('fx.partner')}
          value={partner}
          maxLength={255}
          onChange={(event) => setPartner(event.currentTarget.value)}
          flex="1 1 10rem"
        />
      </Group>
      {!asked && (
        <Text size="sm" c="dimmed">
          {t('fx.previewEmpty')}
        </Text>
      )}
      {asked && (
        <Loaded of={preview} lines={3}>
          {(result) => (
            <Fields
              of={[
                [t('fx.rate'), `${format.number(result.rate)} = ${format.number(result.base)} + ${format.percent(result.markup_percent)}`],
                [t('fx.baseRub'), format.rub(result.base_rub)],
                [t('fx.commission'), `${format.rub(result.commission_rub)} (${format.percent(result.commission_percent)})`],
                [
                  t('fx.total'),
                  <Text key="total" fw={700} component="span">
                    {format.rub(result.amount_rub)}
                  </Text>,
                ],
              ]}
            />
          )}
        </Loaded>
      )}
    </Section>
  );
}
