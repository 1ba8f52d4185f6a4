import type { ReactNode } from 'react';
import { Link } from '@/components/ui/base/link';
import { RowLink } from '@/components/ui/data-table/row-link';
import { CategoryTile, type Picture } from './category-tile';
import { type Lot, LotChip } from './lot-chip';

export type Goods = Picture & {
  product_name: string;
  variant_name?: string | null;
  sku?: string | null;
};

/** Lots that a cell names one by one; more are a number. */
const LOTS_SHOWN = 1;

/** Goods wherever they are listed: picture, product, variant, SKU, and the lot where it is known. */
export function ItemCell({
  goods,
  href,
  opensRow = false,
  onOpen,
  lots = [],
  note,
  className,
  children,
}: {
  goods: Goods;
  /** The page of the item or the product. */
  href?: string;
  /** True where a click on the row, or Enter, follows `href`. */
  opensRow?: boolean;
  /** In place of a page: what the name, a click on the row and Enter open. */
  onOpen?: () => void;
  lots?: readonly Lot[];
  /** After the SKU, or in its place where a row has none. */
  note?: ReactNode;
  className?: string;
  /** Below it all: flags of the row. */
  children?: ReactNode;
}) {
  const name = (
    <>
      {goods.product_name}
      {goods.variant_name && (
        <>
          {' '}
          <span>{goods.variant_name}</span>
        </>
      )}
    </>
  );
  const Anchor = opensRow ? RowLink : Link;
  return (
    <span className={className ? `item-cell ${className}` : 'item-cell'}>
      <CategoryTile goods={goods} />
      <span>
        {onOpen ? (
          <button type="button" data-row-link className="item-name text-left" onClick={onOpen}>
            {name}
          </button>
        ) : href ? (
          <Anchor href={href} className={opensRow ? undefined : 'item-name'}>
            {name}
          </Anchor>
        ) : (
          <span className="item-name">{name}</span>
        )}
        <span className="item-facts">
          {goods.sku && <span>{goods.sku}</span>}
          {note}
          {lots.length > LOTS_SHOWN ? (
            <span>{lots.length} lots</span>
          ) : (
            lots.map((lot) => <LotChip key={lot.batch_id + lot.package_tag} lot={lot} />)
          )}
        </span>
        {children}
      </span>
    </span>
  );
}
