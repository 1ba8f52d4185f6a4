// Other features import this file.
import { z } from 'zod';
import { isId } from '../../../kernel/params';
import type { Shelf } from '../public/shelf';
import { REQUEST_FIELDS } from '../requests/schema';

const Body = z.strictObject(REQUEST_FIELDS);
export type RequestBody = z.infer<typeof Body>;

/** Lines of a form at most: a request has fewer. */
const MOST = 400;

/** The goods that a form names, with what it asks for of each. */
export function linesIn(
  form: URLSearchParams,
  { byVariant }: Pick<Shelf, 'byVariant'>,
): RequestBody['lines'] {
  const asked = new Map<string, number>();
  for (const [name, value] of form) {
    const id = name.startsWith('q.') ? name.slice(2).toLowerCase() : '';
    const amount = Number(value);
    if (isId(id) && value.trim() !== '' && amount > 0 && asked.size < MOST) asked.set(id, amount);
  }
  return [...asked].map(([variant_id, amount]) =>
    byVariant.get(variant_id)?.step == null ? { variant_id, quantity: amount } : { variant_id, amount },
  );
}

/** The texts of a form, to show them again. */
export const fieldsIn = (form: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...form].filter(([name]) => !name.startsWith('q.')).map(([name, value]) => [name, value.slice(0, 600)]),
  );

const LABELS: Readonly<Record<string, string>> = {
  'business.name': 'Name of the business',
  'business.license_number': 'License number',
  'business.type': 'Type of the business',
  'business.address.street': 'Street',
  'business.address.city': 'City',
  'business.address.state': 'State',
  'business.address.zip': 'ZIP code',
  'contact.name': 'Your name',
  'contact.email': 'Email',
  'contact.phone': 'Phone',
  delivery_date: 'Requested day',
  notes: 'Note',
  po_number: 'PO number',
  lines: 'Goods',
};

/** Reads a form of a request. @returns the body, or what is wrong in sentences */
export function bodyIn(
  form: URLSearchParams,
  lines: RequestBody['lines'],
  withBusiness: boolean,
): { body: RequestBody } | { errors: string[] } {
  const text = (name: string) => form.get(name)?.trim() || undefined;
  const business = {
    name: text('business.name'),
    license_number: text('business.license_number'),
    type: text('business.type') ?? 'retailer',
    address: {
      street: text('address.street'),
      city: text('address.city'),
      state: text('address.state'),
      zip: text('address.zip'),
    },
  };
  const { success, data, error } = Body.safeParse({
    ...(withBusiness && { business }),
    contact: { name: text('contact.name'), email: text('contact.email'), phone: text('contact.phone') },
    lines,
    delivery_date: text('delivery_date'),
    notes: text('notes'),
    po_number: text('po_number'),
  });
  if (success) return { body: data };
  const sentences = error.issues.map(({ path, message, code }) => {
    const label = LABELS[path.join('.')] ?? 'The request';
    return `${label}: ${code === 'invalid_type' ? 'is required' : message}.`;
  });
  return { errors: [...new Set(sentences)].slice(0, 8) };
}
