import { Button, Group, List, NumberInput, SimpleGrid, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../session/use-me';
import { ActionDialog } from './action-dialog';
import { notifyDone } from './notify';

export type SettingValue = string | number | string[] | null;

export interface Setting {
  name: string;
  label: string;
  hint?: string;
  kind: 'text' | 'number' | 'list';
  min?: number;
  max?: number;
  maxLength?: number;
  pattern?: RegExp;
  decimals?: number;
  /** An empty field means null. */
  optional?: boolean;
}

interface Props {
  settings: Setting[];
  values: Record<string, SettingValue>;
  /** Gets only what was changed. */
  onSave: (changes: Record<string, SettingValue>) => Promise<unknown>;
}

const same = (a: SettingValue | undefined, b: SettingValue | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

function isValid(setting: Setting, value: SettingValue): boolean {
  const { kind, min, max, pattern, optional } = setting;
  if (kind === 'list') return true;
  if (value === null || value === '') return optional === true;
  if (kind === 'number') return typeof value === 'number' && value >= (min ?? -Infinity) && value <= (max ?? Infinity);
  return typeof value === 'string' && (!pattern || pattern.test(value));
}

/** Settings as a form; what was changed is shown before it is sent. */
export function ChangeForm({ settings, values, onSave }: Props) {
  const { t } = useTranslation();
  const { mayChange } = useMe();
  const [opened, { open, close }] = useDisclosure();
  // Only what was typed: the rest follows what is read anew.
  const [typed, setTyped] = useState<Record<string, SettingValue>>({});
  const current = ({ name }: Setting): SettingValue => typed[name] ?? (name in typed ? null : (values[name] ?? null));
  const changed = settings.filter((setting) => !same(current(setting), values[setting.name] ?? null));
  const invalid = settings.filter((setting) => !isValid(setting, current(setting)));
  const shown = (value: SettingValue | undefined): string => {
    const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
    return text || t('settings.none');
  };
  const set = (name: string) => (value: SettingValue) => setTyped((before) => ({ ...before, [name]: value }));

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (changed.length > 0 && invalid.length === 0) open();
      }}
    >
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          {settings.map((setting) => (
            <Field
              key={setting.name}
              setting={setting}
              value={current(setting)}
              readOnly={!mayChange}
              error={invalid.includes(setting)}
              onChange={set(setting.name)}
            />
          ))}
        </SimpleGrid>
        {mayChange ? (
          <Group gap="sm">
            <Button type="submit" disabled={changed.length === 0 || invalid.length > 0}>
              {t('action.save')}
            </Button>
            <Text size="sm" c={invalid.length > 0 ? 'var(--mantine-color-error)' : 'dimmed'} role="status">
              {invalid.length > 0 ? t('settings.invalid') : changed.length === 0 ? t('settings.unchanged') : ''}
            </Text>
          </Group>
        ) : (
          <Text size="sm" c="dimmed">
            {t('session.viewer')}
          </Text>
        )}
      </Stack>
      <ActionDialog
        opened={opened}
        onClose={close}
        title={t('settings.confirmTitle')}
        text={t('settings.confirmText')}
        confirm={t('action.change')}
        onConfirm={async () => {
          await onSave(Object.fromEntries(changed.map((setting) => [setting.name, current(setting)])));
          setTyped({});
          notifyDone(t('action.saved'));
        }}
      >
        <List size="sm">
          {changed.map((setting) => (
            <List.Item key={setting.name} className="wrap">
              {t('settings.fromTo', { label: setting.label, before: shown(values[setting.name]), after: shown(current(setting)) })}
            </List.Item>
          ))}
        </List>
      </ActionDialog>
    </form>
  );
}

interface FieldProps {
  setting: Setting;
  value: SettingValue;
  readOnly: boolean;
  error: boolean;
  onChange: (value: SettingValue) => void;
}

function Field({ setting, value, readOnly, error, onChange }: FieldProps) {
  const { label, hint, kind, min, max, maxLength, decimals, optional } = setting;
  const common = { label, description: hint, readOnly, error, 'aria-invalid': error };
  if (kind === 'number') {
    return (
      <NumberInput
        {...common}
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => onChange(next === '' ? null : Number(next))}
        min={min}
        max={max}
        clampBehavior="none"
        decimalScale={decimals ?? 0}
        hideControls
      />
    );
  }
  if (kind === 'list') return <TagsInput {...common} value={Array.isArray(value) ? value : []} onChange={onChange} />;
  return (
    <TextInput
      {...common}
      value={typeof value === 'string' ? value : ''}
      maxLength={maxLength}
      onChange={({ currentTarget }) => onChange(optional && currentTarget.value === '' ? null : currentTarget.value)}
    />
  );
}
