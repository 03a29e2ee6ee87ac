import { createHash } from 'node:crypto';

/** The UETR of a payout: a lower-case version 4 UUID that follows from the payout's key, so that a repeated message carries the same one. */
export function uetrOf(key: string): string {
  const bytes = createHash('sha256').update(`uetr:${key}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
