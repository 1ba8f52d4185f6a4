import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import { Search } from '../../../kernel/params';
import type { TradeSide } from '../../../kernel/sides';
import { among, byId, collection, filter } from '../../../platform/db/collection';
import { contains } from '../../../platform/db/listing';
import { pageOf, rowsWhere } from '../../../platform/db/rows.sql';
import { ID, OWNER } from '../../../platform/db/samples';
import { byExternalId } from '../../entities/external-ids/resource';
import { onBothSides, onDay, ownMoney, partyFilters, sidesOf } from '../sides';
import { creditNote } from './resource';
import { CreditSource } from './schema';
import { creditNotes } from './tables';

const c = alias(creditNotes, 'c');

type Reader = Pick<Actor, 'entity'>;

/** SQL: the credit notes (alias `c`) of the caller's business on either side. The only way to a row. */
export const visibleCredits = (actor: Reader) => ownMoney('c', actor);

const LIST = {
  name: 'credit-notes',
  sorts: { issued_on: c.issuedOn },
  fallback: '-issued_on',
  keys: { issued_on: 'date' },
  changed: c.updatedAt,
  filters: {
    ...partyFilters('c', { buyer: 'Only credit notes for', seller: 'Only credit notes of' }),
    invoice_id: byId(c.invoiceId, 'Only credit notes of this invoice'),
    source: among(c.source, CreditSource),
    external_id: byExternalId<Reader>('credit_note', sql`c.id`),
    unapplied: filter(
      z.boolean().meta({ description: 'true for credit notes of which something is not allocated' }),
      true,
      // In the words of the index `credit_notes_left`.
      (unapplied) =>
        unapplied ? sql`c.allocated_cents < c.total_cents` : sql`c.allocated_cents >= c.total_cents`,
    ),
    issued_from: onDay('Only credit notes issued on or after this day', (day) => sql`c.issued_on >= ${day}`),
    issued_to: onDay('Only credit notes issued on or before this day', (day) => sql`c.issued_on <= ${day}`),
    search: filter(Search.meta({ description: 'Part of the number' }), 'x', (part) =>
      contains(sql`c.number`, part),
    ),
  },
} as const;
export const CREDITS = collection(creditNote, {
  ...LIST,
  visible: (reader: Reader) => visibleCredits(reader),
});

/** The list of a business that is on both sides. */
const ON_BOTH_SIDES: typeof CREDITS = collection(creditNote, {
  ...LIST,
  ...onBothSides(creditNotes, 'c'),
});
export const ListCredits = CREDITS.input;

export const creditsOf = (actor: Reader, { side }: { side?: TradeSide }): typeof CREDITS =>
  sidesOf(actor, side).length < 2 ? CREDITS : ON_BOTH_SIDES;
export const creditPage = pageOf(CREDITS, OWNER);
/** Credit notes as the resource. */
export const readCredits = rowsWhere(creditNote, [[sql`c.id = ${ID} and ${visibleCredits(OWNER)}`, OWNER]]);
