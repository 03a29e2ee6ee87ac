/** A text in a LIKE pattern, so that it stands for itself. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
