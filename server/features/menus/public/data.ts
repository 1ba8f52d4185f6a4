import type { z } from 'zod';
import { toDollars } from '../../../kernel/money';
import { EACH } from '../../../kernel/weights';
import type { Context } from '../../../operation/context';
import { type LadderStep, ladderView } from '../../pricing/ladder';
import { menuUrl } from '../tokens';
import { getLink } from './find';
import { inTurn, shelfOf } from './kept';
import { takeOf } from './limits';
import type { OpenLink } from './link.sql';
import { checkPasscode } from './passcode';
import type { MenuGoodsView, PublicMenuView, ReadMenu } from './schema';
import { selectItems } from './select';
import { type Item, levelOf, priceFor, type Shelf } from './shelf';
import { countView } from './views';

/**
 * A menu as data, for who has its link and, where it asks for one, its passcode.
 * @throws AppError NOT_FOUND, FORBIDDEN with `passcode_required`, RATE_LIMITED
 */
export async function readMenu(
  ctx: Context,
  { token, page, limit, ...wanted }: z.infer<typeof ReadMenu>,
): Promise<PublicMenuView> {
  const { db, request, publicUrl, allRows } = ctx;
  const link = await getLink(db, token);
  await checkPasscode(db, link, request.passcode, request.address);
  ctx.tagged?.(link.token_sealed);
  if (wanted.search !== undefined) await takeOf('search', request.address);
  const shelf = await shelfOf(db, link);
  const select = async () => selectItems(shelf, wanted);
  const items = await (allRows || wanted.search !== undefined ? inTurn(link.menu_id, select) : select());
  const start = (page - 1) * limit;
  const shown = allRows ? items : items.slice(start, start + limit);
  countView(ctx, link);
  const url = menuUrl(publicUrl, token);
  return {
    seller: sellerView(shelf, link, url),
    menu: menuView(shelf, link),
    goods: shown.map((item) => goodsView(item, link, url)),
    pagination: { page, limit, total: items.length, has_more: start + limit < items.length },
    as_of: new Date().toISOString(),
  };
}

const sellerView = ({ seller }: Shelf, { seller_name }: OpenLink, url: string) => ({
  name: seller_name,
  logo: seller.logo ? `${url}/logo.png` : null,
  licenses: seller.licenses,
  license_verified: seller.license_verified,
});

function menuView(shelf: Shelf, link: OpenLink): PublicMenuView['menu'] {
  const minimum = shelf.minimumCents;
  return {
    name: link.name,
    message: link.message,
    prices: link.prices,
    availability: link.availability,
    takes_requests: link.takes_requests,
    ...(link.prices === 'shown' && { minimum_order: minimum === null ? null : toDollars(minimum) }),
    categories: shelf.categories as PublicMenuView['menu']['categories'],
    brands: shelf.brands,
  };
}

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
/** "Nov 21, 2026". @param day as a calendar date */
export const dayText = (day: string): string => days.format(new Date(`${day}T00:00:00Z`));

/** A ladder without where its prices come from. */
export const publicLadder = (ladder: readonly LadderStep[], step: number | null) =>
  ladderView(ladder, step).map(({ min_amount, unit_price }) => ({ min_amount, unit_price }));

export const packageOf = ({ weight, weight_unit }: Pick<Item, 'weight' | 'weight_unit'>): string | null =>
  weight === null || weight_unit === null ? null : `${weight} ${weight_unit}`;

function goodsView(item: Item, link: OpenLink, url: string): MenuGoodsView {
  const { certificate, picture, step, case_size } = item;
  const file = certificate?.own && link.certificates;
  return {
    variant_id: item.variant_id,
    product_name: item.product_name,
    variant_name: item.variant_name,
    brand: item.brand,
    category: item.category,
    strain: item.subcategory,
    thc_percentage: item.thc_percentage,
    cbd_percentage: item.cbd_percentage,
    image: picture === null ? null : `${url}/images/${picture}-480.webp`,
    package: packageOf(item),
    unit: item.unit as MenuGoodsView['unit'],
    step: step === null ? null : step / EACH,
    case_size,
    ...(link.prices === 'shown' && {
      price: toDollars(priceFor(item, case_size).cents),
      price_ladder: publicLadder(item.ladder, step),
    }),
    ...(link.availability === 'exact' && { available: Math.max(0, item.units) }),
    ...(link.availability === 'levels' && { level: levelOf(item) }),
    certificate: certificate && {
      lab: certificate.lab,
      date: certificate.date,
      thc_percentage: certificate.thc_percentage,
      ...(file && { url: `${url}/certificates/${item.variant_id}.pdf` }),
    },
  };
}

/** Columns of the menu as CSV; those of what it hides are left out. */
export const CSV_COLUMNS = [
  ...([
    'variant_id',
    'product_name',
    'variant_name',
    'brand',
    'category',
    'strain',
    'thc_percentage',
  ] as const),
  ...([
    'cbd_percentage',
    'package',
    'unit',
    'step',
    'case_size',
    'price',
    'prices',
    'available',
    'level',
  ] as const),
  ...(['lab', 'tested_on', 'total_thc'] as const),
];

/** A ladder in a cell: `12.50; 11.00 from 24`. */
const ladderText = (ladder: MenuGoodsView['price_ladder']) =>
  ladder
    ?.map(({ min_amount, unit_price }, n) =>
      n === 0 ? unit_price.toFixed(2) : `${unit_price.toFixed(2)} from ${min_amount}`,
    )
    .join('; ');

/** The goods as rows of CSV. */
export const csvRowsOf = ({ goods }: PublicMenuView): Array<Record<string, unknown>> =>
  goods.map(({ certificate, price_ladder, image: _, ...row }) => ({
    ...row,
    ...(price_ladder && { prices: ladderText(price_ladder) }),
    lab: certificate?.lab ?? null,
    tested_on: certificate?.date ?? null,
    total_thc: certificate?.thc_percentage ?? null,
  }));
