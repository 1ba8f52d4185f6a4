import { z } from 'zod';
import { Id, unchanged } from '../../../kernel/params';
import { CONTACT_EXAMPLE, Relationship } from '../relationships/schema';
import { SUPPLIER_READ_ONLY } from './resource';

const PathId = Id.meta({ description: 'Id of the supplier' });
export const SupplierId = z.strictObject({ id: PathId });

export const UpdateSupplier = z
  .strictObject({ id: PathId, ...Relationship, ...unchanged(SUPPLIER_READ_ONLY) })
  .meta({ examples: [{ contacts: [CONTACT_EXAMPLE], internal_notes: 'Delivers on Tuesdays' }] });
