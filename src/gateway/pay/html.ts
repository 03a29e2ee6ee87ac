/** Markup that is safe to send as it is. */
export class Html {
  constructor(readonly text: string) {}
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);

type Value = string | Html | Html[] | undefined;

function render(value: Value): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((v) => v.text).join('');
  return value instanceof Html ? value.text : escaped(value);
}

/** A template whose values are escaped, except what is markup already. */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Html => new Html(parts.map((part, i) => part + render(values[i])).join(''));
