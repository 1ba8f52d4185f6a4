// Other features import this file.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { AppError, forbidden } from '../../../kernel/errors';
import type { Db } from '../../../platform/db/client';
import { storeNotice } from '../../../platform/outbox/notices';
import { addToDay } from '../../../platform/rate-limit/daily.sql';
import { networkOf } from '../../../platform/rate-limit/network';
import { passwordSlots } from '../../auth/password/password-slots';
import { passwordMatches } from '../../auth/password/passwords';
import { isPasser, noteGuessed, notePasser, type OpenLink } from './link.sql';

/** Wrong tries of one address within a minute and a day, and of a menu within a day. */
const PER_MINUTE = 5;
const PER_DAY = 30;
const OF_MENU = 200;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** How long a browser that gave it isn't asked again, in seconds. */
export const COOKIE_SECONDS = 12 * 3_600;

/** What a right passcode is remembered by: the slow hash is compared once per process. */
const right = new Set<string>();
const MOST_RIGHT = 10_000;
const digest = (hash: string, passcode: string) =>
  createHash('sha256').update(hash).update('\0').update(passcode).digest('base64url');

/** The network of an address, by which a menu's tries are counted. */
const callerOf = (menuId: string, address: string) =>
  createHash('sha256')
    .update(`${menuId}\0${networkOf(address)}`)
    .digest('base64url')
    .slice(0, 22);

/** @throws AppError FORBIDDEN with `details.reason = "passcode_required"`, and the seller's name alone */
export const passcodeRequired = ({ seller_name }: Pick<OpenLink, 'seller_name'>): AppError =>
  forbidden('This menu asks for a passcode.', { reason: 'passcode_required', seller: { name: seller_name } });

/**
 * Checks the passcode of a menu that has one. Only wrong tries count, over all processes.
 * @throws AppError FORBIDDEN with `passcode_required` for a wrong or absent one, RATE_LIMITED
 */
export async function checkPasscode(
  db: Db,
  link: OpenLink,
  passcode: string | null | undefined,
  address: string,
): Promise<void> {
  const { passcode_hash: hash, menu_id: menuId } = link;
  if (hash === null) return;
  if (!passcode || passcode.length > 128) throw passcodeRequired(link);
  const caller = callerOf(menuId, address);
  const known = digest(hash, passcode);
  if (right.has(known)) return void (await notePasser(db, menuId, caller));
  const settle = await reserve(db, link, caller);
  const matches = await passwordSlots.run({ email: `menu:${menuId}`, address }, () =>
    passwordMatches(hash, passcode),
  );
  if (!matches) throw passcodeRequired(link);
  await settle();
  if (right.size >= MOST_RIGHT) right.clear();
  right.add(known);
  await notePasser(db, menuId, caller);
}

/**
 * Counts a try as a wrong one before the passcode is compared, so that parallel tries count.
 * @returns what takes it back
 * @throws AppError RATE_LIMITED
 */
async function reserve(db: Db, link: OpenLink, caller: string): Promise<() => Promise<void>> {
  const now = Date.now();
  const minute = Math.floor(now / MINUTE_MS);
  const day = Math.floor(now / DAY_MS);
  const counts = [
    { key: `menu:${caller}:${minute}`, end: (minute + 1) * MINUTE_MS, most: PER_MINUTE },
    { key: `menu:${caller}:day:${day}`, end: (day + 1) * DAY_MS, most: PER_DAY },
    { key: `menu:${link.menu_id}:day:${day}`, end: (day + 1) * DAY_MS, most: OF_MENU },
  ];
  const add = async ({ key, end }: (typeof counts)[number], amount: number) =>
    (await addToDay(db, key, amount, new Date(end)))[0]?.points ?? 0;
  const back = async (those: typeof counts) => {
    for (const one of those) await add(one, -1);
  };
  for (const [n, one] of counts.entries()) {
    if ((await add(one, 1)) <= one.most) continue;
    const ofMenu = n === counts.length - 1;
    if (ofMenu) await tellSeller(db, link.menu_id);
    if (ofMenu && (await isPasser(db, link.menu_id, caller)).length > 0) continue;
    await back(counts.slice(0, n + 1));
    const seconds = Math.max(1, Math.ceil((one.end - now) / 1_000));
    throw new AppError(
      'RATE_LIMITED',
      'Too many wrong passcodes. Try again later.',
      { retry_after: seconds },
      { 'Retry-After': String(seconds) },
    );
  }
  return () => back(counts);
}

/** Notifies the seller, at most once a day, that a passcode is guessed. */
async function tellSeller(db: Db, menuId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [menu] = await noteGuessed(tx, menuId);
    if (!menu) return;
    await storeNotice(tx, menu.entity_id, {
      kind: 'menu',
      object: { type: 'menu', id: menuId, name: menu.name },
      summary: `More than ${OF_MENU} wrong passcodes were tried today on the menu ${menu.name}`,
      permission: 'update:menus',
    });
  });
}

/** Signs until when a browser isn't asked again: void with another passcode or link. */
const signature = ({ passcode_hash, token_sealed, link_id }: OpenLink, until: string) =>
  createHmac('sha256', `${passcode_hash}\0${token_sealed}`)
    .update(`${link_id}\0${until}`)
    .digest('base64url');

export const passedCookie = (link: OpenLink, now = Date.now()): string => {
  const until = String(Math.floor(now / 1_000) + COOKIE_SECONDS);
  return `${until}.${signature(link, until)}`;
};

/** Whether a cookie says that its browser gave the passcode. */
export function hasPassed(link: OpenLink, cookie: string | undefined, now = Date.now()): boolean {
  if (link.passcode_hash === null) return true;
  const [until = '', sent = ''] = (cookie ?? '').split('.');
  if (!/^\d{1,12}$/.test(until) || Number(until) * 1_000 < now) return false;
  const [expected, given] = [Buffer.from(signature(link, until)), Buffer.from(sent)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}
