/** Whether PostgreSQL can keep a text: it holds neither U+0000 nor half of a surrogate pair, which JSON and JavaScript both do. */
export const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text);
