import { cn } from '@/components/ui/base/class-names';
import type { Category } from '@/server/features/products/categories';
import { imagePath } from '@/server/features/products/images/address';

/** What every place that shows goods knows of their looks. */
export type Picture = {
  product_id: string;
  category?: Category | null;
  image?: string | null;
};

/**
 * A product's first image, over the tile of its category: color and glyph come from globals.css, so that a row costs one
 * element. An image that can't be loaded leaves the tile. Decorative: the name is beside it.
 */
export function CategoryTile({ goods, className }: { goods: Picture; className?: string }) {
  return (
    <span
      aria-hidden="true"
      data-category={goods.category ?? undefined}
      className={cn('category-tile', className)}
    >
      {goods.image && (
        // biome-ignore lint/performance/noImgElement: the server's own route fetches it under its own limits
        <img
          src={imagePath(goods.product_id, goods.image, 128)}
          alt=""
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </span>
  );
}
