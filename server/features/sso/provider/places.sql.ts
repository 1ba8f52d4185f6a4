import { sql } from 'drizzle-orm';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { ssoFetches } from '../tables';

const PLACES = 20;
/** Longer than a request may take: the place of a process that was killed is free again afterward. */
const HELD = sql`interval '8 seconds'`;

/** Takes one of the places for requests to providers; no row when none is free, or another process took it first. */
export const takePlace = statement(
  [[ID]],
  (holder: string) => sql<{ place: number }>`
    insert into ${ssoFetches} as f (place, holder, held_until)
    select p.place, ${holder}, now() + ${HELD} from generate_series(1, ${PLACES}) p (place)
    where not exists (select from ${ssoFetches} t where t.place = p.place and t.held_until > now())
    order by random() limit 1
    on conflict (place) do update set holder = excluded.holder, held_until = excluded.held_until
      where f.held_until <= now()
    returning place`,
);

export const freePlace = statement(
  [[ID]],
  (holder: string) =>
    sql`update ${ssoFetches} set held_until = now() - interval '1 second' where holder = ${holder}`,
);
