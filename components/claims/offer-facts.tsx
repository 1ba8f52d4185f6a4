import { formatMoney, formatNumber } from '@/components/format';
import { TYPE } from '@/components/network/labels';
import { Card } from '@/components/ui/card';
import { DefinitionList } from '@/components/ui/definition-list';
import { differences } from './labels';
import { SellerBadge } from './seller-badge';
import type { Offer } from './types';

/** Who offers, whom it knows, and what comes along in numbers. */
export function OfferFacts({ offer }: { offer: Offer }) {
  return (
    <>
      <Card title="Seller">
        <DefinitionList
          items={[
            { term: 'Name', value: offer.seller.name },
            { term: 'Type', value: TYPE[offer.seller.type] },
            { term: 'License', value: <SellerBadge verified={offer.license_verified} /> },
            { term: 'Knows your business as', value: offer.name },
            { term: 'Compared with yours', value: differences(offer) },
          ]}
        />
      </Card>
      <Card title="Comes along">
        <DefinitionList items={sumsOf(offer)} />
      </Card>
    </>
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
