import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { exampleId, id, json, text } from '../../../platform/db/fields';
import { users } from '../../auth/tables';
import { CONTACT_EXAMPLE, ContactPerson } from './schema';

/** SQL: joins the member whose id is given, as `p`. */
export const joinMember = (memberId: SQL): SQL => sql`left join ${users} p on p.id = ${memberId}`;

/** The fields of a representative, whom `joinMember` has joined. @param memberId SQL: the column of the id */
export const representativeFields = (memberId: SQL) => ({
  representative_id: id.orNull(
    memberId,
    'The member of your business who looks after it; null for no member',
    exampleId('0a'),
  ),
  representative_name: text.orNull(sql`p.name`, 'Name of that member', 'Dana Reyes'),
});

export const contactsField = (value: SQL) =>
  json(
    value,
    z.array(ContactPerson).meta({ description: 'People there, as your business wrote them down' }),
    [CONTACT_EXAMPLE],
  );
