import type { Actor } from '../../kernel/actor';
import { NIL_ID } from '../../kernel/params';

/** Arguments that tests prepare statements with; never run. */
export const ID = NIL_ID;
export const DAY = '2026-01-01';
export const TIME = '2026-01-01T00:00:00.000Z';

/** A member without a location limit. */
export const OWNER: Actor = {
  userId: ID,
  sessionId: ID,
  email: 'owner@example.com',
  name: 'Owner',
  key: null,
  role: 'owner',
  mfaEnabled: false,
  secondFactorDue: null,
  restricted: null,
  recent: false,
  byDevice: false,
  permissions: [],
  locationIds: null,
  locationLimit: null,
  entity: {
    id: ID,
    type: 'retailer',
    name: 'Sample',
    tier: 'free',
    timezone: 'America/Los_Angeles',
    lowStockThreshold: 10,
    suspension: null,
  },
};

/** A member of a wholesaler, limited to one location. */
export const LIMITED: Actor = {
  ...OWNER,
  role: 'manager',
  locationIds: [ID],
  locationLimit: [ID],
  entity: { ...OWNER.entity, type: 'wholesaler' },
};
