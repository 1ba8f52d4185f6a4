'use client';
import { cartOf } from '@/components/cart/cart';
import { useCart } from '@/components/cart/use-cart';
import type { Offer } from '@/components/orders/types';
import { OfferPrice } from '@/components/pricing/offer-price';

/** What an offer costs the reader, of as many as the cart has of it. */
export function CartPrice({ offer, supplier }: { offer: Offer; supplier: { id: string } }) {
  const { cart } = useCart();
  const line = cartOf(cart, supplier.id)?.lines.find(({ variant_id }) => variant_id === offer.variant_id);
  return <OfferPrice offer={offer} quantity={line?.quantity ?? 0} />;
}
