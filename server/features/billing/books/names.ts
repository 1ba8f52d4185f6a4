import type { z } from 'zod';
import type { BookedCustomer } from './documents.sql';
import type { NameChange } from './schema';

/** What QuickBooks takes as a name, and as a phone number (decision 730). */
const MAX_NAME = 100;
const MAX_PHONE = 21;

/** Its beginning, without half a character. */
export const shortened = (text: string, most: number) =>
  text
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();

/** A name without what QuickBooks rejects. */
export const cleanName = (name: string): string =>
  shortened(
    name
      .replaceAll(/[:"\t\r\n]+/g, ' ')
      .replaceAll(/ {2,}/g, ' ')
      .trim(),
    MAX_NAME,
  ) || 'Customer';

const withEnding = (name: string, ending: string) =>
  `${shortened(name, MAX_NAME - ending.length - 1)} ${ending}`;

interface Party {
  party: string;
  license_number: string;
}

const withLicense = ({ party, license_number }: Party) =>
  withEnding(cleanName(party), `(${cleanName(license_number)})`);

/** Documents whose customers have the names that an export of customers gives them, where several have one name. */
export const withOwnNames = <D extends Party>(documents: readonly D[], shared: ReadonlySet<string>): D[] =>
  documents.map((one) => (shared.has(one.party.toLowerCase()) ? { ...one, party: withLicense(one) } : one));

/** Customers under names that QuickBooks takes, each once, and what was changed for that. */
export function namedForBooks(
  customers: readonly BookedCustomer[],
  shared: ReadonlySet<string>,
): { rows: (BookedCustomer & { name: string })[]; changes: z.infer<typeof NameChange>[] } {
  const taken = new Set<string>();
  const changes: z.infer<typeof NameChange>[] = [];
  const rows = customers.map((customer) => {
    const { id, party, phone } = customer;
    const clean = cleanName(party);
    const isShared = shared.has(party.toLowerCase()) || taken.has(clean.toLowerCase());
    let name = isShared ? withLicense(customer) : clean;
    for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = withEnding(clean, `(${n})`);
    taken.add(name.toLowerCase());
    if (name !== party) changes.push({ customer_id: id, field: 'name', from: party, to: name });
    const dialed = phone === null ? null : shortened(phone.replaceAll(/[\t\r\n]+/g, ' '), MAX_PHONE);
    if (phone !== null && dialed !== null && dialed !== phone) {
      changes.push({ customer_id: id, field: 'phone', from: phone, to: dialed });
    }
    return { ...customer, phone: dialed, name };
  });
  return { rows, changes };
}
