import { NumberInput, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { useChange } from '../api/queries';
import { ActionButton } from '../parts/action-button';
import { ActionDialog } from '../parts/action-dialog';
import { notifyDone } from '../parts/notify';

export function AddCurrency({ known }: { known: string[] }) {
  const { t } = useTranslation();
  const [opened, { open, close }] = useDisclosure();
  const [currency, setCurrency] = useState('');
  const [base, setBase] = useState<number | string>('');
  const isKnown = known.includes(currency);
  const add = useChange(() => api.PUT('/v1/admin/fx/rates/{currency}', { params: { path: { currency } }, body: { base: Number(base) } }));
  return (
    <>
      <ActionButton onClick={open}>{t('fx.add')}</ActionButton>
      <ActionDialog
        opened={opened}
        onClose={close}
        title={t('fx.addTitle')}
        text={t('fx.addText')}
        confirm={t('action.add')}
        incomplete={isKnown || !/^[A-Z]{3}$/.test(currency) || !(Number(base) > 0)}
        onConfirm={async () => {
          await add.mutateAsync();
          setCurrency('');
          setBase('');
          notifyDone(t('fx.saved'));
        }}
      >
        <TextInput
          label={t('fx.currency')}
          required
          maxLength={3}
          data-autofocus
          error={isKnown && t('fx.known')}
          value={currency}
          onChange={(event) => setCurrency(event.currentTarget.value.toUpperCase())}
        />
        <NumberInput label={t('fx.base')} required decimalScale={6} min={0} max={1_000_000} hideControls value={base} onChange={setBase} />
      </ActionDialog>
    </>
  );
}
