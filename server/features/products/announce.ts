// Other features import this file.
import { changesBetween } from '../../kernel/patch';
import type { WriteContext } from '../../operation/context';
import type { ProductView } from './resource';

/** What partners see of a product: thresholds, external ids and whom it is for are the owner's own. */
const shown = (product: ProductView): ProductView => ({
  ...product,
  external_ids: {},
  visibility: 'connected',
  variants: product.variants.map((variant) => ({
    ...variant,
    low_stock_threshold: null,
    low_stock_threshold_amount: null,
    external_ids: {},
  })),
});
const isChanged = (before: ProductView, after: ProductView): boolean =>
  Object.keys(changesBetween(before, after).after).length > 0;

/** Events of changing a product, a variant, images or a certificate. */
export const PRODUCT_EVENTS = ['product.updated'] as const;

/** Emits `product.updated` to the owner, and to partners where they see the change; nothing when nothing changed. */
export function announceUpdate(
  { emit, actor }: Pick<WriteContext, 'emit'> & { actor: { entity: { id: string } } },
  before: ProductView,
  after: ProductView,
): void {
  const changed = Object.keys(changesBetween(before, after).after);
  if (changed.length === 0) return;
  emit(
    'product.updated',
    actor.entity.id,
    { ...after, changed },
    isChanged(shown(before), shown(after)) ? 'shared' : undefined,
  );
}
