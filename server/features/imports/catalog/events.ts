import type { WriteContext } from '../../../operation/context';
import type { ImportedProduct } from './imported-products.sql';

/** What lines say of products by their events: the import emits its own, one for each. */
export class ProductEvents {
  private readonly byId = new Map<string, ImportedProduct>();

  readonly emit: WriteContext['emit'] = (type, _entityId, data, sharing) =>
    this.keep({
      product_id: (data as { id: string }).id,
      created: type === 'product.created',
      shared: sharing === 'shared',
    });

  /** Takes those of a line that succeeded. */
  take(line: ProductEvents): void {
    for (const product of line.byId.values()) this.keep(product);
  }

  products(): ImportedProduct[] {
    return [...this.byId.values()];
  }

  private keep({ product_id, created, shared }: ImportedProduct): void {
    const earlier = this.byId.get(product_id);
    this.byId.set(product_id, {
      product_id,
      created: created || (earlier?.created ?? false),
      shared: shared || (earlier?.shared ?? false),
    });
  }
}
