import { randomInt } from 'node:crypto';

/** Letters that no one mistakes for another. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `ORD-YYYYMMDD-XXXXXX`: a prefix, the UTC day and six random Crockford base32 characters (decision 8). */
export function newNumber(prefix: 'ORD' | 'GR', at: Date): string {
  const random = Array.from({ length: 6 }, () => CROCKFORD[randomInt(32)]).join('');
  return `${prefix}-${at.toISOString().slice(0, 10).replaceAll('-', '')}-${random}`;
}
