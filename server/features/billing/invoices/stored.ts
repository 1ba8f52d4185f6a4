import type { WeightUnit } from '../../../kernel/weights';
import type { Adjustment, TaxRule } from '../../pricing/document';
import type { StoredTaxLine } from '../../pricing/tax-lines';

/** A party as it was called when the document was issued. */
export interface StoredParty {
  name: string;
  legal_name: string;
  license_number: string;
  /** Premises that goods leave or reach, with a license of their own where they have one. */
  premises: { name: string; license_number: string | null; address: StoredAddress }[];
  address: StoredAddress;
  phone: string | null;
}

export interface StoredAddress {
  street: string;
  city: string;
  state: string;
  zip: string;
}

/** A line as it was invoiced: what credits are worked out from, and books are kept by. */
export interface StoredLine {
  item_id: string;
  product_id: string;
  product_name: string;
  variant_name: string;
  sku: string;
  category: string;
  /** Batch numbers and how many steps of each. */
  lots: { batch_id: string; quantity: number }[];
  /** Steps. */
  quantity: number;
  unit: WeightUnit | null;
  /** In ten-thousandths of the unit; null for goods sold each. */
  step: number | null;
  unit_price_cents: number;
  discount_bps: number;
  sample: boolean;
  total_cents: number;
  discount_share_cents: number;
  tax_category: string | null;
  tax_weight: number | null;
  tax_weight_unit: WeightUnit | null;
}

/** All that an invoice's sums follow from, frozen (decision 670): credits compute the document again with it (decision 671). */
export interface StoredDocument {
  lines: StoredLine[];
  adjustments: (Adjustment & { label: string })[] | null;
  /** In basis points: without `tax_rules` the one tax. */
  tax_rate_bps: number;
  tax_rules: TaxRule[] | null;
  tax_lines: StoredTaxLine[];
}
