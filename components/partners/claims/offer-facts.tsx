import { Card } from '@/components/ui/base/card';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { formatMoney, formatNumber } from '@/components/ui/format';
import { differences } from './labels';
import { SellerBadge } from './seller-badge';
import type { Offer } from './types';

/** How sure it is that the seller means the business, and what comes along in numbers. */
export function OfferFacts({ offer }: { offer: Offer }) {
  return (
    <Card title="What comes along">
      <DefinitionList
        className="grid-cols-2 md:grid-cols-4"
        items={[
          { term: "Seller's license", value: <SellerBadge verified={offer.license_verified} /> },
          { term: 'Compared with yours', value: differences(offer) },
          ...sumsOf(offer),
        ]}
      />
    </Card>
  );
}

/** What comes along, also asked about before the merge. */
export const sumsOf = (offer: Offer) => [
  { term: 'Orders', value: formatNumber(offer.orders) },
  { term: 'Invoices', value: formatNumber(offer.invoices) },
  { term: 'Owed', value: formatMoney(offer.owed) },
  { term: 'Paid or credited, not applied', value: formatMoney(offer.unapplied) },
  { term: 'Quotes', value: formatNumber(offer.quotes) },
  { term: 'Backorders', value: formatNumber(offer.backorders) },
];

/** What is to be thought of before something is taken from a seller whose license isn't verified. */
export const unverifiedText = ({ seller }: Offer): string =>
  `The license of ${seller.name} isn't verified. Merge only if you know this seller.`;
