import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useFilters } from './use-filters';

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  name: string;
  label: string;
  /** The key that moves the focus here. */
  hotkey?: string;
}

/** A text filter: what is typed goes to the address when the typing pauses, and follows the address back. */
export function FilterText({ name, hotkey, ...rest }: Props) {
  const { get, set } = useFilters();
  const kept = get(name) ?? '';
  const [text, setText] = useState(kept);
  const input = useRef<HTMLInputElement>(null);
  // What this field has put into the address itself must not come back over what is being typed.
  const put = useRef(kept);
  const commit = useDebouncedCallback((typed: string) => {
    const value = typed.trim();
    if (value === put.current) return;
    put.current = value;
    set({ [name]: value });
  }, 300);
  useEffect(() => {
    if (kept === put.current) return;
    put.current = kept;
    setText(kept);
  }, [kept]);
  useEffect(() => {
    if (!hotkey) return;
    const listen = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [role="dialog"]');
      if (event.key !== hotkey || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [hotkey]);
  return (
    <TextInput
      ref={input}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        commit(value);
      }}
      {...rest}
    />
  );
}
