import { NativeSelect, NumberInput, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminOrder } from '../api/types';
import { ActionDialog } from '../parts/action-dialog';
import { notifyDone } from '../parts/notify';
import { useFormats } from '../texts/format';
import { CALLS, type CommandInput, isApproval } from './command-calls';
import type { CommandName } from './command-names';

interface Props {
  command: CommandName;
  order: AdminOrder;
  opened: boolean;
  onClose: () => void;
}

const DOCUMENTS = ['PASSPORT', 'INVOICE', 'ADDITIONAL_CONTRACT', 'SERVICE_VOUCHER', 'PAYMENT_RECEIPT', 'OTHER'];
const OUTCOMES = ['done', 'not_done'] as const;
const PAYMENT_TYPES = ['bank_transfer', 'payment_link'] as const;
const MIN_REASON = 3;
const INITIAL: CommandInput = { assignee: '', documents: [], comment: '', type: '', reason: '', key: '', outcome: 'done', reference: '', fee: '' };

export function CommandDialog({ command, order, opened, onClose }: Props) {
  const { t } = useTranslation();
  const format = useFormats();
  const client = useQueryClient();
  const form = useForm<CommandInput>({ initialValues: INITIAL });
  const { reason, documents, outcome, reference } = form.values;
  const needsReason = command === 'cancel' || command === 'refund' || command === 'resolve';

  // What is said is about what stood there when the dialog opened: the order is polled on.
  const [shown, setShown] = useState<AdminOrder>();
  if (opened !== (shown !== undefined)) setShown(opened ? order : undefined);
  const about = shown ?? order;

  const local = format.money(order.amount_local, order.currency_local);
  const rubles = order.amount_rub === undefined ? local : `${local} (${format.rub(order.amount_rub)})`;
  const received = order.payment_details?.amount_received_rub ?? order.amount_rub;
  const amount = command === 'refund' && received !== undefined ? format.rub(received) : command === 'issue' ? local : rubles;

  const run = async () => {
    try {
      const result = await CALLS[command](order.pa_order_id, { ...form.values, key: about.attention?.key ?? '' });
      notifyDone(isApproval(result) ? t('command.refundWaits') : t('command.done', { status: t(`status.${result.status}`) }));
      form.reset();
    } finally {
      void client.invalidateQueries();
    }
  };

  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={t(`command.${command}`)}
      text={t(`command.${command}Text`, { amount, reason: about.needs_attention ?? '' })}
      confirm={t(`command.${command}`)}
      danger={needsReason}
      incomplete={
        (needsReason && reason.trim().length < MIN_REASON) ||
        (command === 'requestDocs' && documents.length === 0) ||
        (command === 'resolve' && outcome === 'done' && reference.trim() === '')
      }
      onConfirm={run}
    >
      {command === 'assign' && (
        <TextInput label={t('command.assignee')} description={t('command.assigneeHint')} maxLength={64} {...form.getInputProps('assignee')} />
      )}
      {command === 'requestDocs' && <TagsInput label={t('command.documents')} required data={DOCUMENTS} {...form.getInputProps('documents')} />}
      {command === 'issue' && (
        <NativeSelect
          label={t('command.paymentType')}
          data={[
            { value: '', label: t('command.paymentTypes.default') },
            ...PAYMENT_TYPES.map((value) => ({ value, label: t(`command.paymentTypes.${value}`) })),
          ]}
          {...form.getInputProps('type')}
        />
      )}
      {(command === 'requestDocs' || command === 'complete') && (
        <Textarea label={t('command.comment')} maxLength={command === 'complete' ? 500 : 1000} {...form.getInputProps('comment')} />
      )}
      {command === 'resolve' && (
        <NativeSelect
          label={t('command.outcome')}
          data={OUTCOMES.map((value) => ({ value, label: t(`command.outcomes.${value}`) }))}
          {...form.getInputProps('outcome')}
        />
      )}
      {command === 'resolve' && outcome === 'done' && (
        <TextInput label={t('command.reference')} required maxLength={100} {...form.getInputProps('reference')} />
      )}
      {command === 'resolve' && outcome === 'done' && about.attention?.step === 'payout' && (
        <NumberInput label={t('command.fee', { currency: order.currency_local })} min={0} decimalScale={3} {...form.getInputProps('fee')} />
      )}
      {needsReason && (
        <Textarea
          label={t(command === 'resolve' ? 'command.source' : 'command.reason')}
          description={t('command.reasonHint')}
          required
          maxLength={500}
          data-autofocus
          {...form.getInputProps('reason')}
        />
      )}
    </ActionDialog>
  );
}
