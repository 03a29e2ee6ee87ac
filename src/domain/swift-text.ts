const CYRILLIC: Record<string, string> = {
  а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'e', ж: 'zh', з: 'z', и: 'i', й: 'i', к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p',
  р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: 'ie', ы: 'y', ь: '', э: 'e', ю: 'iu', я: 'ia',
}; // biome-ignore format: a table is read in rows

/** Text in SWIFT character set X: Cyrillic transliterated, accents dropped, anything else a full stop. */
export const toSwiftText = (text: string): string =>
  [...text.normalize('NFC')]
    .map(transliterated)
    .join('')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, '.');

function transliterated(char: string): string {
  const latin = CYRILLIC[char.toLowerCase()];
  if (latin === undefined) return char;
  return char === char.toLowerCase() ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
}
