import type { Customer } from '@/components/partners/customers/types';
import type { ClaimRow } from './types';

/** A fact of both sides of a claim. */
export interface Compared {
  fact: string;
  /** As the seller entered it; null where it has none. */
  own: string | null;
  /** As the claimant says it; null where it isn't shown before the claim is confirmed. */
  theirs: string | null;
  /** Whether the two differ; of what isn't shown, as the server compared them. */
  differs: boolean;
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const addressText = (address: Customer['address']) =>
  address
    ? [address.street, address.city, `${address.state} ${address.zip}`.trim()].filter(Boolean).join(', ')
    : null;

/** What a seller compares before it confirms a claim: names, licenses, emails and what it knows of the address. */
export function comparedFacts(
  { claimant, matches, name }: Pick<ClaimRow, 'claimant' | 'matches' | 'name'>,
  customer: Pick<Customer, 'license_number' | 'address' | 'contact' | 'type'> | undefined,
): Compared[] {
  const license = customer?.license_number ?? null;
  return [
    {
      fact: 'Name',
      own: name,
      theirs: claimant?.name ?? null,
      differs: claimant !== null && plain(claimant.name) !== plain(name),
    },
    {
      fact: 'License number',
      own: license,
      theirs: claimant?.license_number ?? null,
      differs: !matches.license,
    },
    { fact: 'Type', own: customer?.type ?? null, theirs: null, differs: !matches.type },
    {
      fact: 'Email',
      own: customer?.contact?.email ?? null,
      theirs: claimant?.email ?? null,
      differs: !matches.email,
    },
    // The claimant's own is shown once it is confirmed (decision 902).
    { fact: 'Address', own: addressText(customer?.address ?? null), theirs: null, differs: false },
  ];
}
