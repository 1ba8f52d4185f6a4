import type { Offer } from '@/components/orders/types';
import { formatMoney } from '@/components/ui/format';
import { breakText, caseText, priceAt } from './ladder';
import { PriceLines } from './price-lines';

/** What one unit costs of so many, the case it comes in, and what more would cost. */
export function OfferPrice({
  offer,
  quantity,
}: {
  offer: Pick<Offer, 'wholesale_price' | 'price_ladder' | 'case_size' | 'unit' | 'step'>;
  /** Steps in the cart; 0 for none. */
  quantity: number;
}) {
  const { wholesale_price, price_ladder } = offer;
  const price = (quantity > 0 ? priceAt(price_ladder, quantity, offer) : null) ?? wholesale_price;
  return (
    <>
      {formatMoney(price)}
      {offer.unit && <span className="text-muted">/{offer.unit}</span>}
      <PriceLines notes={[caseText(offer), breakText(price_ladder, quantity, offer)]} />
    </>
  );
}
