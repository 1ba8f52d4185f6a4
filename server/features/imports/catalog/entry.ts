import type { WeightUnit } from '../../../kernel/weights';
import type { ExternalId } from '../../entities/external-ids/schema';
import type { Category } from '../../products/categories';
import type { SOLD_BY, Visibility, WEIGHT_UNITS } from '../../products/schema';

/** The variant and product of a line; blank cells are absent. */
export interface CatalogEntry {
  sku: string;
  name: string;
  brand?: string;
  category?: Category;
  subcategory?: string;
  description?: string;
  variantName?: string;
  priceCents?: number;
  wholesaleCents?: number;
  caseSize?: number;
  visibility?: Visibility;
  soldBy?: (typeof SOLD_BY)[number];
  unit?: WeightUnit;
  step?: number;
  /** Null where the laboratory couldn't measure it. */
  thc?: number | null;
  cbd?: number | null;
  externalId?: ExternalId;
  active?: boolean;
  weight?: number;
  weightUnit?: (typeof WEIGHT_UNITS)[number];
}
