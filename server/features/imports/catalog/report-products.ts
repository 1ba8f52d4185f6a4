import { newId } from '../../../kernel/ids';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import type { Db } from '../../../platform/db/client';
import { PRODUCT_EVENTS } from '../../products/announce';
import { getOwnProducts } from '../../products/queries';
import type { LeasedImport } from '../running/leased-import';
import { REPORTED_AT_ONCE, takeImported } from './imported-products.sql';

/** Events of the products of an import, once it has ended. */
export const IMPORTED_PRODUCT_EVENTS = ['product.created', ...PRODUCT_EVENTS] as const;

/**
 * Emits one event for each product that an import changed, however many of its lines did (decision 403): what is taken for it
 * is taken once, also where the import was stopped and goes on meanwhile.
 * @param goOn throws when the process is stopping: the import resumes here
 */
export async function reportProducts(
  db: Db,
  { id, entityId }: Pick<LeasedImport, 'id' | 'entityId'>,
  goOn = () => {},
): Promise<void> {
  const request = { id: newId(), address: '', userAgent: null, transport: 'job' as const };
  const reportSome = () =>
    runUnitOfWork({ db, actor: null, request }, IMPORTED_PRODUCT_EVENTS, async (unit) => {
      const taken = await takeImported(unit.db, id);
      const owner = { db: unit.db, actor: { entity: { id: entityId } } };
      const views = await getOwnProducts(
        owner,
        taken.map(({ product_id }) => product_id),
      );
      for (const view of views) {
        const { created, shared } = taken.find(({ product_id }) => product_id === view.id) ?? {};
        if (created) unit.emit('product.created', entityId, view);
        else unit.emit('product.updated', entityId, view, shared ? 'shared' : undefined);
      }
      return taken.length;
    });
  while ((await reportSome()) === REPORTED_AT_ONCE) goOn();
}
