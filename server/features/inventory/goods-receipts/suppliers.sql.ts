import { type SQL, sql } from 'drizzle-orm';
import { ID, LIMITED, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { connectedEntityIds } from '../../entities/connections/queries';
import { entities } from '../../entities/tables';
import type { Viewer } from '../../lots/resource';
import { visibleGoodsReceipts } from './queries.sql';
import { goodsReceipts, goodsSuppliers } from './tables';

/** A business that sells and is connected with another, and the last day of its license where that has passed. */
export const lockSeller = statement(
  [[ID, ID]],
  (entityId: string, sellerId: string) => sql<{
    name: string;
    license_number: string;
    state: string;
    expired_on: string | null;
  }>`
    select e.name, e.license_number, e.state, case when e.license_expiry < (now() at time zone e.timezone)::date
      then e.license_expiry::text end as expired_on
    from ${entities} e where e.id = ${sellerId} and e.type in ('wholesaler', 'cultivator')
      and e.id in ${connectedEntityIds(entityId)} for key share of e`,
);

interface Typed {
  id: string;
  name: string;
  licenseNumber: string | null;
  state: string | null;
}
const SAMPLE: Typed = { id: ID, name: 'x', licenseNumber: 'x', state: 'x' };

/** A supplier that isn't written down yet. */
export const addSupplier = statement(
  [[ID, SAMPLE]],
  (entityId: string, { id, name, licenseNumber, state }: Typed) => sql`
    insert into ${goodsSuppliers} (id, entity_id, name, license_number, state)
    values (${id}, ${entityId}, ${name}, ${licenseNumber}, ${state}) on conflict do nothing`,
);

/** The supplier with a license, else with a name, as it is typed now. */
export const updateSupplier = statement(
  [[ID, SAMPLE]],
  (entityId: string, { name, licenseNumber, state }: Typed) => sql<{ id: string }>`
    with meant as (
      select s.id from ${goodsSuppliers} s where s.entity_id = ${entityId} and case
        when nullif(license_form(${licenseNumber}), '') is null then s.license_form is null and s.name_form = lower(normalize(${name}, NFKC))
        else s.license_form = license_form(${licenseNumber}) end
    ), changed as (
      update ${goodsSuppliers} s set name = ${name}, license_number = ${licenseNumber}, state = coalesce(${state}, s.state)
      from meant m where s.id = m.id
        and (s.name, s.license_number, s.state) is distinct from (${name}, ${licenseNumber}, coalesce(${state}, s.state))
    )
    select id from meant`,
);

/** A receipt of the same supplier with the same reference, the newest of those that a member sees. */
export const sameReference = statement(
  [
    [OWNER, { supplierId: ID, sellerId: null, reference: 'x', except: ID }],
    [LIMITED, { supplierId: null, sellerId: ID, reference: 'x', except: null }],
  ],
  (
    viewer: Viewer,
    given: { supplierId: string | null; sellerId: string | null; reference: string; except: string | null },
  ): SQL<{ number: string }> => sql<{ number: string }>`
    select r.number from ${goodsReceipts} r
    where ${visibleGoodsReceipts(viewer)} and lower(r.reference) = lower(${given.reference})
      and (r.supplier_id = ${given.supplierId}::uuid or r.seller_id = ${given.sellerId}::uuid)
      and r.id is distinct from ${given.except}::uuid
    order by r.created_at desc, r.id limit 1`,
);
