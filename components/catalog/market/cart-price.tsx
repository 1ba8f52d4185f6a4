'use client';
import { OfferPrice } from '@/components/catalog/pricing/offer-price';
import { cartOf } from '@/components/orders/cart/cart';
import { useCart } from '@/components/orders/cart/use-cart';
import type { Offer } from '@/components/orders/types';

/** What an offer costs the reader, of as many as the cart has of it. */
export function CartPrice({ offer, supplier }: { offer: Offer; supplier: { id: string } }) {
  const { cart } = useCart();
  const line = cartOf(cart, supplier.id)?.lines.find(({ variant_id }) => variant_id === offer.variant_id);
  return <OfferPrice offer={offer} quantity={line?.quantity ?? 0} />;
}
