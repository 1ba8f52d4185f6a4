import { invalidRequest } from '../../kernel/errors';

/** Rejects a range of days that ends before it begins. @throws AppError INVALID_REQUEST naming `issued_to` */
export function checkIssued({ issued_from, issued_to }: { issued_from?: string; issued_to?: string }): void {
  if (!issued_from || !issued_to || issued_from <= issued_to) return;
  throw invalidRequest([
    { path: 'issued_to', code: 'range_upside_down', message: 'must not be before issued_from' },
  ]);
}
