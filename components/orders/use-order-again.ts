'use client';
import { useRouter } from 'next/navigation';
import { cartOf } from '@/components/orders/cart/cart';
import { sayAdded } from '@/components/orders/cart/say-added';
import { useCart } from '@/components/orders/cart/use-cart';
import { showFailure } from '@/components/ui/base/toast';
import type { Order } from './types';

/** Puts the lines of an order into the cart again, and goes there. */
export function useOrderAgain(order: Order): () => void {
  const router = useRouter();
  const { cart, put } = useCart();
  return () => {
    const lines = order.items.map(({ product_id, variant_id, product_name, sku, unit_price, quantity }) => ({
      product_id,
      variant_id,
      product_name,
      variant_name: null,
      sku,
      unit_price,
      quantity,
    }));
    // To where it went, unless the cart goes elsewhere already.
    const there = cartOf(cart, order.wholesaler.id);
    const delivery = there?.location_id ? {} : { location_id: order.receiving_location_id };
    if (!put(order.wholesaler, lines, delivery)) {
      showFailure('The cart is full', 'One order takes 200 items. Place what is in the cart first.');
      return;
    }
    sayAdded(there?.lines, lines);
    router.push('/cart');
  };
}
