import { z } from 'zod';
import { plainLineOf } from '../../../kernel/one-line';
import type { RoomType } from '../../inventory/schema';
import { MAX_LOCATIONS, Reported, safeText } from '../lists/reported';
import type { PosLocation, PosSale } from '../vendors/connector';
import { UnreadableResponse } from './unreadable';

const MAX_ROOMS = 200;
/** Lines of a window's sales, and packages that moved in one. */
const MAX_LINES = 50_000;

/** Reads a field in both casings: the published document has camel case, `/whoami` was seen with Pascal case. */
export function fieldOf(row: unknown, name: string): unknown {
  if (typeof row !== 'object' || row === null) return undefined;
  const values = row as Record<string, unknown>;
  return values[name] ?? values[name.charAt(0).toUpperCase() + name.slice(1)];
}

/** Ids are numbers, and texts in some versions. */
export function idIn(row: unknown, name: string): string | null {
  const value = fieldOf(row, name);
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  return Reported.safeParse(text).data ?? null;
}

export function lineIn(row: unknown, name: string, most = 200): string | null {
  const value = fieldOf(row, name);
  if (typeof value !== 'string' || !safeText(value)) return null;
  return plainLineOf(value).slice(0, most) || null;
}

/** A moment of Dutchie in ms; one without a zone is UTC. */
export function momentIn(row: unknown, name: string): number | null {
  const value = fieldOf(row, name);
  if (typeof value !== 'string') return null;
  const moment = Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/.test(value) ? value : `${value}Z`);
  return Number.isNaN(moment) ? null : moment;
}

const listOf = (json: unknown): unknown[] => {
  const list = Array.isArray(json) ? json : fieldOf(json, 'data');
  return z.array(z.unknown()).parse(list);
};

/** What Dutchie's smaller responses say. Each throws ZodError or UnreadableResponse. */
export const DUTCHIE_READERS = {
  dutchieWhoami: (json: unknown): PosLocation[] => {
    const id = idIn(json, 'locationId');
    if (id === null) throw new UnreadableResponse('Dutchie does not say which location the key is for.');
    return [{ id, name: lineIn(json, 'locationName') ?? id }].slice(0, MAX_LOCATIONS);
  },
  dutchieRooms,
  dutchieMoved: (json: unknown): string[] => {
    const rows = listOf(json);
    if (rows.length > MAX_LINES)
      throw new UnreadableResponse(`Dutchie lists more than ${MAX_LINES} movements.`);
    return [...new Set(rows.flatMap((row) => idIn(row, 'inventoryId') ?? []))];
  },
  dutchieSales,
};

const FLAGS: ReadonlyArray<readonly [string, RoomType]> = [
  ['isQuarantineRoom', 'quarantine'],
  ['isVaultRoom', 'vault'],
  ['isInventoryRoom', 'vault'],
  ['isSalesFloor', 'sales_floor'],
  ['isPOSRoom', 'sales_floor'],
  ['isEcommerceRoom', 'sales_floor'],
];

/** Rooms by id and by name, as their flags say; those without a flag are absent. */
function dutchieRooms(json: unknown): Array<[name: string, room: RoomType]> {
  return listOf(json)
    .slice(0, MAX_ROOMS)
    .flatMap((row): Array<[string, RoomType]> => {
      const [, room] = FLAGS.find(([flag]) => fieldOf(row, flag) === true) ?? [];
      const names = [idIn(row, 'roomId') ?? idIn(row, 'id'), lineIn(row, 'roomName') ?? lineIn(row, 'name')];
      return room ? names.flatMap((name) => (name === null ? [] : [[name, room]])) : [];
    });
}

/** Sales and returns of a window. A sale later than `listedAt` (ms) may be missing from the counts. */
function dutchieSales(json: unknown, { listedAt }: { listedAt: number }): PosSale[] {
  const sales = listOf(json).flatMap((row): PosSale[] => {
    const transaction = idIn(row, 'transactionId') ?? '';
    const isReturn = fieldOf(row, 'isReturn') === true;
    const isVoid = fieldOf(row, 'isVoid') === true;
    const at = momentIn(row, 'lastModifiedDateUTC') ?? momentIn(row, 'lastModifiedDateUtc');
    const items = fieldOf(row, 'items');
    return (Array.isArray(items) ? items : []).flatMap((item): PosSale[] => {
      const [id, packageId] = [idIn(item, 'transactionItemId'), idIn(item, 'inventoryId')];
      const units = Math.abs(Number(fieldOf(item, 'quantity')));
      // Parts of units stay in the rest of the difference.
      if (id === null || packageId === null || !Number.isInteger(units) || units === 0) return [];
      return [
        {
          ...{ id, packageId },
          name: transaction,
          reason: isReturn ? 'RETURN' : 'SALE',
          units: isVoid ? 0 : isReturn ? units : -units,
          settled: (at ?? 0) <= listedAt,
        },
      ];
    });
  });
  if (sales.length > MAX_LINES)
    throw new UnreadableResponse(`Dutchie lists more than ${MAX_LINES} sold lines.`);
  return sales;
}
