import type { z } from 'zod';
import type { BookedCustomer } from './documents.sql';
import type { NameChange } from './schema';

/** What QuickBooks takes as a name, and as a phone number (K52). */
const MAX_NAME = 100;
const MAX_PHONE = 21;

/** A name without what QuickBooks rejects. */
export const cleanName = (name: string): string =>
  name
    .replaceAll(/[:"\t\r\n]+/g, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .slice(0, MAX_NAME)
    .trim() || 'Customer';

const withEnding = (name: string, ending: string) =>
  `${name.slice(0, MAX_NAME - ending.length - 1).trim()} ${ending}`;

/** Customers under names that QuickBooks takes, each once, and what was changed for that. */
export function namedForBooks(
  customers: readonly BookedCustomer[],
  shared: ReadonlySet<string>,
): { rows: (BookedCustomer & { name: string })[]; changes: z.infer<typeof NameChange>[] } {
  const taken = new Set<string>();
  const changes: z.infer<typeof NameChange>[] = [];
  const rows = customers.map((customer) => {
    const { id, party, license_number, phone } = customer;
    const clean = cleanName(party);
    const isShared = shared.has(party.toLowerCase()) || taken.has(clean.toLowerCase());
    let name = isShared ? withEnding(clean, `(${cleanName(license_number)})`) : clean;
    for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = withEnding(clean, `(${n})`);
    taken.add(name.toLowerCase());
    if (name !== party) changes.push({ customer_id: id, field: 'name', from: party, to: name });
    const dialed =
      phone === null
        ? null
        : phone
            .replaceAll(/[\t\r\n]+/g, ' ')
            .slice(0, MAX_PHONE)
            .trim();
    if (phone !== null && dialed !== null && dialed !== phone) {
      changes.push({ customer_id: id, field: 'phone', from: phone, to: dialed });
    }
    return { ...customer, phone: dialed, name };
  });
  return { rows, changes };
}
