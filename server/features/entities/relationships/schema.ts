import { z } from 'zod';
import { Id, Note, text } from '../../../kernel/params';

/** Of one partner. */
export const MAX_CONTACTS = 20;

const EMAIL = { format: 'email', description: 'Email address; null when it is not known' };
const PHONE = { description: 'Phone number; null when it is not known' };
const NAME = { description: 'Name of the person' };
const ROLE = { description: 'What the person does there, such as `Purchasing`; null when it is not known' };

/** A person at another business, as a response has it. */
export const ContactPerson = z
  .object({
    name: z.string().meta(NAME),
    role: z.string().nullable().meta(ROLE),
    email: z.string().nullable().meta(EMAIL),
    phone: z.string().nullable().meta(PHONE),
  })
  .meta({ id: 'ContactPerson', description: 'A person at another business, as your business wrote it down' });
export type ContactPerson = z.infer<typeof ContactPerson>;

const NewContactPerson = z.strictObject({
  name: text(100).meta(NAME),
  role: text(100).nullish().meta(ROLE),
  email: z
    .string()
    .trim()
    .max(254, 'must be at most 254 characters')
    .pipe(z.email('must be an email address'))
    .nullish()
    .meta(EMAIL),
  phone: text(50).nullish().meta(PHONE),
});
type NewContactPerson = z.infer<typeof NewContactPerson>;

export const CONTACT_EXAMPLE: ContactPerson = {
  name: 'Robin Park',
  role: 'Purchasing',
  email: 'robin@corner.example',
  phone: null,
};

/** What a business writes down about another one, in a request (decision 435). */
export const Relationship = {
  representative_id: Id.nullish().meta({
    description: 'The member of your business who looks after it; null for no member',
  }),
  contacts: z
    .array(NewContactPerson)
    .max(MAX_CONTACTS, `must have at most ${MAX_CONTACTS} entries`)
    .optional()
    .meta({ description: 'People there, in your order; replaces the list' }),
  internal_notes: Note.nullish().meta({ description: 'Notes of your business; null clears them' }),
};

export const RELATIONSHIP_FIELDS = ['representative_id', 'contacts', 'internal_notes'] as const;

/** Contacts as they are stored and published: each has every field. */
export const contactsOf = (given: readonly NewContactPerson[] | undefined): ContactPerson[] | undefined =>
  given?.map(({ name, role = null, email = null, phone = null }) => ({ name, role, email, phone }));
