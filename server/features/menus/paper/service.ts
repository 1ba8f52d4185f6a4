// Other features import this file.
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { AppError } from '../../../kernel/errors';
import { dollarText, toDollars } from '../../../kernel/money';
import type { Storage } from '../../../kernel/storage';
import { EACH } from '../../../kernel/weights';
import type { Context } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { writeInThread } from '../../../platform/pdf/reader';
import { FairQueue } from '../../../platform/rate-limit/fair-queue';
import { programOf } from '../../../platform/threads/thread';
import { nameOf, unitsText } from '../page/menu-page';
import { dayText, packageOf, publicLadder } from '../public/data';
import { smallPictures } from '../public/files';
import { getLink } from '../public/find';
import { countDrawn, shelfOf } from '../public/kept';
import { logoOfSeller, type OpenLink } from '../public/link.sql';
import { checkPasscode } from '../public/passcode';
import type { MenuToken } from '../public/schema';
import { type Item, levelOf, priceFor, type Shelf } from '../public/shelf';
import { menuUrl } from '../tokens';
import { type MenuSheet, type MenuSheetGoods, MOST_PRINTED } from './schema';

const PROGRAM = programOf(import.meta.url, './thread.ts', './menu-thread.js');

/** A PDF of a menu at a time; with its place in the line of all documents it never stands beside two of members. */
const drawing = new FairQueue({ perKey: 1, total: 1, waiting: 100, waitMs: 60_000 });

/** PDFs as they were drawn, by what they show; those used last stay. */
const kept = new Map<string, Buffer>();
const MOST_BYTES = 32 * 1024 * 1024;
let bytes = 0;

/**
 * The PDF of a menu.
 * @throws AppError NOT_FOUND, FORBIDDEN with `passcode_required`, CONFLICT with `too_large`, RATE_LIMITED, SERVICE_UNAVAILABLE
 */
export async function menuPdf(ctx: Context, { token }: z.infer<typeof MenuToken>) {
  const link = await getLink(ctx.db, token);
  await checkPasscode(ctx.db, link, ctx.request.passcode, ctx.request.address);
  ctx.tagged?.(link.token_sealed);
  const shelf = await shelfOf(ctx.db, link);
  const url = menuUrl(ctx.publicUrl, token);
  if (shelf.items.length > MOST_PRINTED) throw tooLarge(url);
  const sheet = sheetOf(link, shelf, url);
  const version = createHash('sha256')
    .update(link.token_sealed)
    .update(JSON.stringify(sheet))
    .digest('base64url');
  const contents = kept.get(version) ?? (await draw(ctx, link, shelf, sheet, version));
  if (contents.length === 0) throw tooLarge(url);
  return {
    file_name: 'menu.pdf',
    content_type: 'application/pdf',
    contents: contents.toString('base64'),
  };
}

const tooLarge = (url: string) =>
  new AppError('CONFLICT', `A PDF has at most ${MOST_PRINTED} goods and 60 pages. Take the CSV instead.`, {
    reason: 'too_large',
    csv: `${url.replace('/m/', '/api/v1/public/menus/')}?format=csv`,
  });

async function draw(
  ctx: Context,
  link: OpenLink,
  shelf: Shelf,
  sheet: MenuSheet,
  version: string,
): Promise<Buffer> {
  countDrawn(link.menu_id);
  return drawing.run(link.menu_id, async () => {
    const known = kept.get(version);
    if (known) return known;
    const data = new TextEncoder().encode(JSON.stringify(sheet));
    const pictures = await picturesOf(ctx, link, shelf);
    const contents = Buffer.from(await writeInThread(PROGRAM, { data, pictures }, link.seller_id));
    kept.set(version, contents);
    bytes += contents.length;
    for (const [oldest, one] of kept) {
      if (bytes <= MOST_BYTES || oldest === version) break;
      kept.delete(oldest);
      bytes -= one.length;
    }
    return contents;
  });
}

/** The small pictures of a menu's goods by their names, and the logo. */
async function picturesOf(
  { db, storage }: { db: Db; storage: Storage },
  link: OpenLink,
  { items, seller }: Shelf,
): Promise<Map<string, Uint8Array>> {
  const pictures = new Map<string, Uint8Array>(await smallPictures({ db, storage }, items, link.seller_id));
  if (seller.logo) {
    const [logo] = await logoOfSeller(db, link.seller_id);
    if (logo) pictures.set('logo', logo.contents);
  }
  return pictures;
}

function sheetOf(link: OpenLink, shelf: Shelf, url: string): MenuSheet {
  const { seller } = shelf;
  const licenses = seller.licenses.map(({ number, state }) => `${number} (${state})`).join(', ');
  const verified = seller.license_verified ? 'license verified' : 'license not verified';
  return {
    title: link.name,
    seller: link.seller_name,
    licenses: [licenses && `License ${licenses}`, verified].filter(Boolean).join(' · '),
    message: link.message,
    day: dayText(seller.day),
    url,
    logo: seller.logo ? 'logo' : null,
    groups: shelf.categories.map((category) => ({
      category: nameOf(category),
      goods: shelf.items.filter((item) => item.category === category).map((item) => goodsOf(item, link)),
    })),
  };
}

const LEVELS = { 'in stock': 'In stock', low: 'Low stock', out: 'Out of stock' } as const;

function goodsOf(item: Item, link: OpenLink): MenuSheetGoods {
  const percent = (name: string, value: number | null) => (value === null ? null : `${name} ${value}%`);
  const [, ...more] = publicLadder(item.ladder, item.step);
  const hasPrices = link.prices === 'shown';
  const per = item.unit ? ` / ${item.unit}` : '';
  const tested = item.certificate && `tested ${dayText(item.certificate.date)}`;
  const least = (item.case_size * (item.step ?? EACH)) / EACH;
  return {
    name: `${item.product_name} ${item.variant_name}`.trim(),
    facts: [
      ...[item.brand, item.subcategory && nameOf(item.subcategory), percent('THC', item.thc_percentage)],
      ...[percent('CBD', item.cbd_percentage), packageOf(item)],
      item.case_size > 1 ? `case of ${unitsText(item.case_size, item)}` : null,
      tested,
    ]
      .filter(Boolean)
      .join(' · '),
    price: hasPrices ? `${dollarText(toDollars(priceFor(item, item.case_size).cents))}${per}` : '',
    ladder: hasPrices
      ? more
          .filter(({ min_amount }) => min_amount > least)
          .slice(0, 3)
          .map(({ min_amount, unit_price }) => `${dollarText(unit_price)} from ${min_amount}`)
          .join('\n')
      : '',
    availability:
      link.availability === 'levels'
        ? LEVELS[levelOf(item)]
        : link.availability === 'exact'
          ? `${unitsText(Math.max(0, item.units), item)} available`
          : '',
    picture: item.picture,
  };
}
