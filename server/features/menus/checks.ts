import type { Actor } from '../../kernel/actor';
import { dateIn } from '../../kernel/clock';
import { AppError, type FieldError, forbidden, invalidRequest, lacking } from '../../kernel/errors';
import type { ReadContext } from '../../operation/context';
import { areConnected } from '../entities/connections/queries';
import { currentId } from '../entities/customers/queries';
import type { MenuRow } from './queries';
import { countMenus, ownThings, shippingStates } from './queries.sql';
import { MAX_MENUS } from './schema';

/** What of a menu its checks read. */
export type Checked = Pick<
  MenuRow,
  'customerId' | 'priceListId' | 'variantIds' | 'locationId' | 'state' | 'expiresOn'
>;

const unknown = (path: string): FieldError => ({
  path,
  code: 'not_found',
  message: 'is not known to your business',
});

/** Members and keys that are limited to locations change menus of theirs alone (decision 904). */
export function checkReach({ locationLimit }: Pick<Actor, 'locationLimit'>, locationId: string | null): void {
  if (!locationLimit || (locationId !== null && locationLimit.includes(locationId))) return;
  throw forbidden('You are limited to some locations. Give the menu one of them.', {
    reason: 'outside_your_locations',
  });
}

/**
 * What a member may put into a menu: publishing a price list takes `update:prices`, naming a customer `read:customers`.
 * @throws AppError FORBIDDEN with `details.reason = "permission_required"`
 */
export function checkRights(
  { permissions }: Pick<Actor, 'permissions'>,
  after: Pick<Checked, 'customerId' | 'priceListId'>,
  before?: Pick<Checked, 'customerId' | 'priceListId'>,
): void {
  const isGiven = (key: 'customerId' | 'priceListId') => after[key] !== null && after[key] !== before?.[key];
  if (isGiven('priceListId') && !permissions.includes('update:prices')) throw lacking('update:prices');
  if (isGiven('customerId') && !permissions.includes('read:customers')) throw lacking('read:customers');
}

/**
 * The customer that an id names, which may be the old one of a merged customer.
 * @throws AppError INVALID_REQUEST with `not_found` for an id that is unknown, another's or not connected
 */
export async function customerOf({ db, actor }: ReadContext, id: string): Promise<string> {
  const customerId = await currentId(db, actor.entity.id, id);
  if (await areConnected(db, actor.entity.id, customerId)) return customerId;
  throw invalidRequest([unknown('customer_id')]);
}

/** @throws AppError INVALID_REQUEST with `not_found`, `date_in_past` or `required` */
export async function checkMenu({ db, actor }: ReadContext, menu: Checked, before?: Checked): Promise<void> {
  const { id, timezone } = actor.entity;
  const { variantIds, priceListId, locationId, expiresOn } = menu;
  const errors: FieldError[] = [];
  const [own] = await ownThings(db, id, variantIds, priceListId, locationId);
  const kept = new Set([...(own?.variants ?? []), ...(before?.variantIds ?? [])]);
  for (const [index, variant] of variantIds.entries()) {
    if (!kept.has(variant)) errors.push(unknown(`variant_ids[${index}]`));
  }
  if (priceListId !== null && !own?.list) errors.push(unknown('price_list_id'));
  if (locationId !== null && !own?.location) errors.push(unknown('location_id'));
  if (expiresOn !== null && expiresOn !== before?.expiresOn && expiresOn < dateIn(timezone)) {
    errors.push({ path: 'expires_on', code: 'date_in_past', message: 'must not be in the past' });
  }
  if (menu.state === null && locationId === null && menu.customerId === null) {
    const states = await shippingStates(db, id);
    if (states.length > 1) {
      const message = `is required: you ship from ${states
        .map(({ state }) => state)
        .sort()
        .join(', ')}`;
      errors.push({ path: 'state', code: 'required', message });
    }
  }
  if (errors.length > 0) throw invalidRequest(errors);
}

/** @throws AppError CONFLICT with `details.reason = "too_many"` */
export async function checkRoom({ db, actor }: ReadContext): Promise<void> {
  const [counted] = await countMenus(db, actor.entity.id);
  if ((counted?.total ?? 0) < MAX_MENUS) return;
  throw new AppError('CONFLICT', `A business has at most ${MAX_MENUS} menus. Delete one first.`, {
    reason: 'too_many',
    limit: MAX_MENUS,
  });
}
