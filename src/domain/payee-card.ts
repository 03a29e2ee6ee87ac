import { isValidBIC, isValidIBAN } from 'ibantools';
import { invalid } from './refusal';

/** An IBAN as it is kept: no spaces, upper case. @throws Refusal VALIDATION_ERROR when its check digits are wrong */
export function ibanOf(field: string, text: string): string {
  const iban = text.replaceAll(' ', '').toUpperCase();
  if (!isValidIBAN(iban)) throw invalid(field, 'is not a valid IBAN');
  return iban;
}

/** A BIC as it is kept. @throws Refusal VALIDATION_ERROR */
export function bicOf(field: string, text: string): string {
  const bic = text.toUpperCase();
  if (!isValidBIC(bic)) throw invalid(field, 'is not a valid BIC');
  return bic;
}
