import { type SQL, sql } from 'drizzle-orm';
import { exampleId, id, text } from '../../../platform/db/fields';
import { invoices } from './tables';

/** The number of an invoice that another document names. @param of SQL: the id of the invoice */
export const invoiceNumber = (of: SQL) =>
  text(sql`(select i.number from ${invoices} i where i.id = ${of})`, 'Number of the invoice', 'INV-0000001');

/** Id and number of an invoice that another document names. @param of SQL: the id of the invoice */
export const namedInvoice = (of: SQL) => ({
  id: id(of, 'Id of the invoice', exampleId('40')),
  number: invoiceNumber(of),
});
