import { CategoryTile } from '@/components/catalog/goods/category-tile';
import { Picture } from '@/components/catalog/goods/picture';
import type { Offer } from '@/components/orders/types';
import { CartPrice } from './cart-price';
import { CartQuantity } from './cart-quantity';
import { potencyOf } from './potency';
import { StockHint } from './stock-hint';

/** An offer in the catalog's grid: its picture, what it is, price, stock, and the quantity to order. */
export function OfferTile({
  offer,
  supplier,
  mayOrder,
  onOpen,
}: {
  offer: Offer;
  supplier: { id: string; name: string };
  mayOrder: boolean;
  /** Opens the panel of the product. */
  onOpen: (productId: string) => void;
}) {
  const { product_id, product_name, variant_name, brand, category, image } = offer;
  return (
    <div className="flex h-full flex-col gap-2">
      <button
        type="button"
        onClick={() => onOpen(product_id)}
        className="group flex flex-col gap-2 rounded-lg text-left"
        aria-label={`${product_name} ${variant_name}`}
      >
        <span className="block aspect-square overflow-hidden rounded-lg border border-border bg-bg">
          {image ? (
            <Picture productId={product_id} url={image} width={480} alt="" />
          ) : (
            <CategoryTile goods={{ product_id, category }} className="size-full rounded-none" />
          )}
        </span>
        <span className="font-medium group-hover:underline">
          {product_name} <span className="font-normal">{variant_name}</span>
        </span>
      </button>
      <p className="text-muted text-sm">
        {[brand, potencyOf(offer) === '—' ? null : `THC ${potencyOf(offer)}`].filter(Boolean).join(' · ')}
      </p>
      <p className="mt-auto flex flex-wrap items-center justify-between gap-2 text-sm">
        <span className="font-medium tabular-nums">
          <CartPrice offer={offer} supplier={supplier} />
        </span>
        <StockHint available={offer.available_quantity} goods={offer} />
      </p>
      {mayOrder && <CartQuantity offer={offer} supplier={supplier} />}
    </div>
  );
}
