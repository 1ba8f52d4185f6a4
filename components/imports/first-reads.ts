import type { RoomType } from '@/components/inventory/types';
import type { ImportKind } from './types';

/** Items of a count sheet on one page. */
export const COUNT_ROWS = 50;
/** The room that a count starts with. */
export const FIRST_ROOM: RoomType = 'vault';
const EARLIER = 5;

/** What the pages read before they are sent, so that nothing moves when it arrives. */
export function countInput(
  locationId: string,
  roomType: RoomType,
  { page = 1, search = '' }: { page?: number; search?: string } = {},
) {
  return { location_id: locationId, room_type: roomType, page, limit: COUNT_ROWS, ...(search && { search }) };
}

export function earlierInput(kind: ImportKind) {
  return { kind, sort: '-created_at', limit: EARLIER } as const;
}
