import { z } from 'zod';
import { Count, Timestamp } from '../../kernel/params';
import { TIERS } from '../../kernel/tiers';

const Limit = z.object({
  limit: Count.nullable().meta({ description: 'Requests allowed in the window; null without a limit' }),
  used: Count.meta({ description: 'Requests in this window, including those in progress' }),
  resets_at: Timestamp.meta({ description: 'When the window ends' }),
});

/** An entity's usage and the limits of its tier. */
export const Usage = z
  .object({
    tier: z.enum(TIERS).meta({ description: 'Tier of your business' }),
    minute: Limit.meta({ description: 'The current minute' }),
    day: Limit.meta({ description: 'The current day, UTC' }),
  })
  .meta({ id: 'Usage' });
