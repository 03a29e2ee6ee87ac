import { readCamt053 } from './camt053';
import { type StatementFile, StatementFileError } from './line';
import { readMt940 } from './mt940';
import { readOneC } from './one-c';

const LARGEST_BYTES = 20 * 1024 * 1024;

/**
 * A statement file as banks send it: camt.053, MT940 or 1C, told by its content. A file is read as a whole or not at all.
 * @throws StatementFileError that says what is wrong, and where
 */
export function readStatementFile(content: Buffer): StatementFile {
  if (content.length > LARGEST_BYTES) throw new StatementFileError(`The file has ${content.length} bytes; ${LARGEST_BYTES} are read at most.`);
  const text = decoded(content);
  const start = text.trimStart();
  if (start.startsWith('<')) return readCamt053(text);
  if (start.startsWith('1CClientBankExchange')) return readOneC(start);
  if (/^(\{1:|:20:)/.test(start)) return readMt940(start);
  throw new StatementFileError('This is none of camt.053, MT940 and 1C (1CClientBankExchange).');
}

/** UTF-8; else what a Russian bank writes: Windows-1251, or the code page of DOS where a 1C file says so. */
function decoded(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    const windows = new TextDecoder('windows-1251').decode(content);
    const dos = new TextDecoder('ibm866').decode(content);
    return /Кодировка=DOS/.test(dos) ? dos : windows;
  }
}
