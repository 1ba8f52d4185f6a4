import type { z } from 'zod';
import { existing } from '../../kernel/errors';
import { newId } from '../../kernel/ids';
import type { WriteContext } from '../../operation/context';
import { checkPace } from '../../operation/pace';
import { eventTypeOf, nameFor } from './catalog';
import { assertCursor, logOf } from './cursor';
import { sendBehind } from './deliveries.sql';
import { isWithin, wakeEndpoints } from './dispatch';
import { passes } from './passes';
import { endOfLog, eventConditions, eventsPage, oldestEvent } from './queries.sql';
import { lockActive } from './replay';
import type { EndpointView } from './resource';
import { MAX_REPLAYED, type ReplayEvents, type ReplayedEvents } from './schema';

/** Events read at once: those of a page may be large. */
const PAGE = 500;
/** Replays of an endpoint: each sends up to 10,000 events, which other endpoints' deliveries wait beside. */
const REPLAYS_PER_HOUR = 60;

/**
 * Sends the events after a sequence to an endpoint, as it subscribed to them: also those from before it was there, and those that it
 * was sent. They wait behind what is due.
 * @throws AppError NOT_FOUND, RATE_LIMITED beyond 60 replays of an endpoint an hour, CONFLICT `endpoint_disabled`, `cursor_ahead`, `epoch_changed`, GONE `cursor_expired`
 */
export async function replayEvents(
  ctx: WriteContext,
  { id, after, epoch }: z.infer<typeof ReplayEvents>,
): Promise<z.infer<typeof ReplayedEvents>> {
  const endpoint = await lockActive(ctx, id);
  await checkPace(
    ctx.db,
    { subject: `webhook-replays:${id}`, limit: REPLAYS_PER_HOUR },
    `This endpoint was sent what it missed ${REPLAYS_PER_HOUR} times within an hour. Try again later.`,
  );
  const entityId = ctx.actor.entity.id;
  const end = await existing(endOfLog(ctx.db, entityId));
  const [oldest] = await oldestEvent(ctx.db, entityId);
  const log = logOf(end, oldest);
  assertCursor(log, { after, epoch });
  let place = after;
  let replayed = 0;
  for (let read = 0; read < MAX_REPLAYED; read += PAGE) {
    const where = eventConditions(entityId, { after: place, locationLimit: endpoint.location_ids });
    const events = await eventsPage(ctx.db, where, 1, PAGE);
    replayed += (await sendBehind(ctx.db, id, rowsFor(endpoint, events))).length;
    place = Number(events.at(-1)?.sequence ?? Math.max(place, log.last));
    if (events.length < PAGE) {
      place = Math.max(place, log.last);
      break;
    }
  }
  if (replayed > 0) await wakeEndpoints(ctx.db, [id]);
  ctx.audit({
    action: 'webhook.events_replayed',
    objectId: id,
    locationIds: endpoint.location_ids,
    after: { after, next_after: place, deliveries: replayed },
  });
  return { replayed, next_after: place, last_sequence: Math.max(log.last, place) };
}

function rowsFor(
  { events: subscribed, location_ids, filter }: EndpointView,
  events: Awaited<ReturnType<typeof eventsPage>>,
) {
  return events.flatMap(({ id, type, location_ids: locationIds, data }) => {
    const name = nameFor(eventTypeOf(type), subscribed);
    const isWanted =
      name && isWithin({ locationIds }, { location_ids }) && passes(filter, { locationIds, data });
    return isWanted ? [{ id: newId(), event_id: id, event_type: name }] : [];
  });
}
