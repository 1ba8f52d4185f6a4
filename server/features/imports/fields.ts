// Pages import this file.
export const IMPORT_KINDS = ['inventory', 'count', 'products', 'customers', 'opening_balances'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** Fields that a column can be mapped to, per kind of file. */
export const IMPORT_FIELDS = {
  inventory: [
    'sku',
    'location',
    'room_type',
    'quantity_change',
    'amount_change',
    'quantity',
    'amount',
    'reason_code',
    'unit_cost',
    'notes',
    'batch_id',
    'package_tag',
    'expires_on',
    'lot_id',
    'external_id',
  ],
  count: [
    'sku',
    'location',
    'room_type',
    'counted',
    'counted_amount',
    'notes',
    'batch_id',
    'package_tag',
    'expires_on',
    'lot_id',
    'external_id',
  ],
  products: [
    'sku',
    'name',
    'brand',
    'category',
    'subcategory',
    'description',
    'variant_name',
    'price',
    'wholesale_price',
    'case_size',
    'visibility',
    'sold_by',
    'unit',
    'step',
    'thc',
    'cbd',
    'id',
    'slug',
    'strain',
    'lab_test',
    'variants',
    'external_id',
  ],
  customers: [
    'name',
    'type',
    'license_number',
    'license_type',
    'license_expiry',
    'street',
    'city',
    'state',
    'zip',
    'full_address',
    'email',
    'phone',
    'location_name',
    'nickname',
    'terms_days',
    'credit_limit',
    'price_list',
    'external_id',
  ],
  opening_balances: ['customer', 'external_id', 'number', 'issued_on', 'due_on', 'amount'],
} as const satisfies Record<ImportKind, readonly string[]>;
export type ImportField = (typeof IMPORT_FIELDS)[ImportKind][number];

/** A file with a column of these has lines of lots, and lines of the units without one. */
export const LOT_FIELDS = ['batch_id', 'package_tag', 'lot_id'] as const satisfies readonly ImportField[];

/** At least one column of each group must be mapped. */
export const REQUIRED_FIELDS: Record<ImportKind, ReadonlyArray<readonly ImportField[]>> = {
  inventory: [
    ['sku', 'external_id'],
    ['quantity_change', 'quantity', 'amount_change', 'amount'],
  ],
  count: [
    ['sku', 'external_id'],
    ['counted', 'counted_amount'],
  ],
  products: [['name'], ['category'], ['sku', 'variants', 'id', 'slug']],
  customers: [
    ['name'],
    ['type'],
    ['license_number'],
    ['street', 'full_address'],
    ['city', 'full_address'],
    ['state', 'full_address'],
    ['zip', 'full_address'],
  ],
  opening_balances: [['customer', 'external_id'], ['number'], ['issued_on'], ['due_on'], ['amount']],
};

/** Kinds whose lines are of no location. */
export const PLACELESS: readonly ImportKind[] = ['products', 'customers', 'opening_balances'];
