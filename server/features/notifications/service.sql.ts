import { sql } from 'drizzle-orm';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { users } from '../auth/tables';
import { notifications } from './tables';

/** What a suspended business was not mailed at once joins the next digest of its members. */
export const mailInDigest = statement(
  [[ID]],
  (entityId: string) => sql`
    update ${notifications} n set mail = 'daily'
    from ${users} u where u.entity_id = ${entityId} and n.user_id = u.id and n.mail = 'at_once'`,
);
