/** A fact of an order that its parties change until it ships (decision 519). */
interface Edited {
  label: string;
  /** Who changes it; the buyer's also the seller that entered the order. */
  by: 'either' | 'buyer' | 'seller';
  /** What is edited together on the page of the order. */
  part: 'delivery' | 'notes' | 'seller_notes';
  /** Its property in the table of orders; absent where it is kept apart. */
  column?: string;
  /** How it is typed: a line or words of at most `most` characters. Others have a field of their own. */
  typed?: 'line' | 'words';
  most?: number;
  /** Of the timeline, where it alone changed. */
  action?: 'po_number_changed';
}

export const EDITED = {
  delivery_date: { label: 'Delivery date', by: 'either', part: 'delivery', column: 'deliveryDate' },
  delivery_window: { label: 'Delivery window', by: 'either', part: 'delivery', column: 'deliveryWindow' },
  notes: { label: 'Notes', by: 'buyer', part: 'notes', column: 'notes', typed: 'words', most: 1000 },
  po_number: {
    label: 'PO number',
    by: 'buyer',
    part: 'delivery',
    column: 'poNumber',
    typed: 'line',
    most: 64,
    action: 'po_number_changed',
  },
  receiving_location_id: {
    label: 'Deliver to',
    by: 'buyer',
    part: 'delivery',
    column: 'receivingLocationId',
  },
  seller_notes: { label: 'Internal notes', by: 'seller', part: 'seller_notes', typed: 'words', most: 1000 },
} as const satisfies Record<string, Edited>;

export type EditedField = keyof typeof EDITED;
/** Those that both parties see. */
export type SharedField = {
  [Field in EditedField]: (typeof EDITED)[Field] extends { column: string } ? Field : never;
}[EditedField];
/** Those that the seller alone sees, kept apart from the order. */
export type ApartField = Exclude<EditedField, SharedField>;
/** Those that are typed as text. */
export type TypedField = {
  [Field in EditedField]: (typeof EDITED)[Field] extends { typed: string } ? Field : never;
}[EditedField];

export type SharedText = TypedField & SharedField;
type Column<Field extends SharedField> = (typeof EDITED)[Field]['column'];

const FIELDS = Object.keys(EDITED) as EditedField[];
export const editedOf = (field: EditedField): Edited => EDITED[field];
export const SHARED = FIELDS.filter((field): field is SharedField => editedOf(field).column !== undefined);
export const APART = FIELDS.filter((field): field is ApartField => editedOf(field).column === undefined);
export const TYPED = FIELDS.filter((field): field is TypedField => editedOf(field).typed !== undefined);
/** Those of both parties that are typed as text. */
export const TYPED_BY_BOTH = TYPED.filter(
  (field): field is SharedText => editedOf(field).column !== undefined,
);
/** The columns of what an order is placed with; nothing typed is null. */
export const columnsOf = (given: Partial<Record<SharedField, string | null>>) =>
  Object.fromEntries(SHARED.map((field) => [EDITED[field].column, given[field] || null])) as {
    [Field in SharedField as Column<Field>]: string | null;
  };
/** The fields that one side changes, in order. */
export const editedBy = (side: Edited['by']): EditedField[] =>
  FIELDS.filter((field) => editedOf(field).by === side);

/** What another system calls the purchase order, for an order that is placed. */
export const ofBuyer = (text?: string) => (text ? { po_number: text } : {});
/** What another system calls a comment of the seller, for a change of an order. */
export const ofSeller = (text: string) => ({ seller_notes: text });
