'use client';
import { useSearchParams } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { useCartStore } from '@/components/orders/cart/use-cart';
import { showDone, showFailure } from '@/components/ui/base/toast';
import { errorText } from '@/components/ui/forms/error-text';
import { trpc } from '@/components/ui/providers/trpc';

/** Where the page of a menu leaves what was chosen there. */
const KEY = 'menu-cart';
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Chosen {
  variant_id: string;
  add: number;
}

/** What a menu left in this tab, which is read once. */
function takeChosen(): Chosen[] {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  try {
    const chosen = JSON.parse(text ?? '[]') as Chosen[];
    return chosen
      .filter(({ variant_id, add }) => ID.test(variant_id) && Number.isInteger(add) && add > 0)
      .slice(0, 200)
      .map(({ variant_id, add }) => ({ variant_id, add }));
  } catch {
    return [];
  }
}

/** Puts what was chosen on a seller's menu into the cart, for who came from there. */
export function MenuGoods({ supplier }: { supplier: { id: string; name: string } }) {
  const isFromMenu = useSearchParams().get('from') === 'menu';
  const { client } = trpc.useUtils();
  const store = useCartStore();
  const done = useRef(false);
  useEffect(() => {
    if (!isFromMenu || done.current) return;
    done.current = true;
    const lines = takeChosen();
    if (lines.length === 0) return;
    client.carts.change.mutate({ supplier_id: supplier.id, lines }).then(
      async () => {
        await store?.refresh();
        showDone('Added to your cart', `${lines.length} from the menu of ${supplier.name}`);
      },
      (error) => showFailure("Couldn't add what you chose", errorText(error)),
    );
  }, [isFromMenu, client, store, supplier]);
  return null;
}
