import type { ImportField, ImportKind, ImportRecord } from './types';

/** Why an import can't go on for the one who started it, by the code of its error, with what to do then. */
const STOPPED: Readonly<Record<string, string>> = {
  permission_lost:
    'The member who started this import can no longer import this. Ask an owner or admin, or upload the file yourself.',
  member_removed:
    'The member who started this import was removed from your business. Upload the file yourself.',
  api_key_ended:
    'The API key that started this import no longer works. Send the file with another key, or upload it yourself.',
};

/** The text of an import that stopped; undefined for an error that is about the file. */
export const stoppedText = (error: ImportRecord['error']): string | undefined =>
  error ? STOPPED[error.code] : undefined;

/** What a column may mean, as people say it. */
export const FIELD: Record<ImportField, string> = {
  sku: 'SKU',
  location: 'Location',
  room_type: 'Room',
  quantity_change: 'Quantity change',
  amount_change: 'Amount change',
  quantity: 'New quantity',
  amount: 'Amount',
  reason_code: 'Reason',
  unit_cost: 'Unit cost',
  notes: 'Notes',
  counted: 'Counted quantity',
  counted_amount: 'Counted amount',
  batch_id: 'Batch number',
  package_tag: 'Package tag',
  expires_on: 'Expiration date',
  lot_id: 'Lot id',
  name: 'Name',
  brand: 'Brand',
  category: 'Category',
  subcategory: 'Subcategory',
  description: 'Description',
  variant_name: 'Variant name',
  price: 'Price',
  wholesale_price: 'Wholesale price',
  case_size: 'Case size',
  visibility: 'Visible to',
  sold_by: 'Sold by',
  unit: 'Unit of weight',
  step: 'Weight step',
  thc: 'THC',
  cbd: 'CBD',
  id: 'Listing id',
  slug: 'Listing slug',
  strain: 'Strain',
  lab_test: 'Lab test address',
  variants: 'Variants of our export',
  type: 'Business type',
  license_number: 'License number',
  license_type: 'License type',
  license_expiry: 'License expiration',
  street: 'Street',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  full_address: 'Whole address',
  email: 'Email',
  phone: 'Phone',
  location_name: 'Location name',
  nickname: 'Nickname',
  terms_days: 'Terms in days',
  credit_limit: 'Credit limit',
  price_list: 'Price list',
  external_id: 'External id',
  customer: 'Customer',
  number: 'Invoice number',
  issued_on: 'Issued',
  due_on: 'Due',
  variant_id: 'Variant id',
  scan: 'Scanned code',
  harvested_on: 'Harvest date',
  packaged_on: 'Packaging date',
  test_status: 'Test result',
  supplier: 'Supplier',
  reference: "Supplier's reference",
  received_on: 'Received',
  confirm: 'Confirmed',
  reorder_point: 'Reorder at',
  par: 'Par level',
  active: 'For sale',
  weight: 'Weight',
  weight_unit: 'Unit of the weight',
  legal_name: 'Legal name',
  erp_id: 'Id in the ERP',
  quickbooks_id: 'Id in QuickBooks',
  product_id: "Source's id of the product",
  customer_id: "Source's id of the customer",
  discount_bps: 'Discount in basis points',
  min_quantity: 'From quantity',
  status: 'Status',
  items: 'Lines as JSON',
  discount: 'Discount',
  freight: 'Freight',
  total: 'Total',
  delivery_date: 'Delivery date',
  purchase_order: 'PO number',
  comment: 'Internal notes',
};

/** What is changed by a line of a product file, beside the fields above. */
const CHANGED: Record<string, string> = {
  ...FIELD,
  quantity: 'Quantity',
  thc_percentage: 'THC',
  cbd_percentage: 'CBD',
};
export const changedName = (key: string) => CHANGED[key] ?? key;

interface KindWords {
  title: string;
  description: string;
  /** Where its page is. */
  path: string;
  parent: { label: string; href: string };
  columns: string;
  example: string;
  /** What one line that is applied is called. */
  unit: string;
}

export const KIND: Record<ImportKind, KindWords> = {
  inventory: {
    title: 'Import stock',
    description: 'Change quantities from a CSV. Review every line before you apply it.',
    path: '/inventory/import',
    parent: { label: 'Inventory', href: '/inventory' },
    columns:
      'SKU, location, room, and either a quantity change with a reason, or the new quantity. For goods sold by weight, an amount in their unit works in place of either. Unit cost, notes, batch, package tag and expiration are optional. With a batch column each line is of one batch, and a line without a batch is of the units that have none.',
    example: 'sku,location,room_type,batch_id,package_tag,expires_on,quantity',
    unit: 'change',
  },
  count: {
    title: 'Count stock',
    description: 'Count a room, or upload a file. Differences become adjustments after your review.',
    path: '/inventory/count',
    parent: { label: 'Inventory', href: '/inventory' },
    columns:
      'SKU, location, room and the counted quantity, or the counted amount of goods sold by weight. Notes, batch, package tag and expiration are optional. With a batch column each line counts one batch, and a line without a batch counts the units that have none.',
    example: 'sku,location,room_type,counted,batch_id,package_tag,expires_on',
    unit: 'adjustment',
  },
  products: {
    title: 'Import products',
    description: 'Create and update products from a CSV. Review every line before you apply it.',
    path: '/products/import',
    parent: { label: 'Products', href: '/products' },
    columns:
      'Name, category, SKU and price. Brand, subcategory, variant name, wholesale price, case size, sold by (unit or weight) with unit and step, THC, CBD and description are optional. A listing with an id instead of SKUs works too.',
    example: 'name,brand,category,variant_name,sku,price,wholesale_price',
    unit: 'product line',
  },
  customers: {
    title: 'Import customers',
    description: 'Add and update customers from a CSV. Review every line before you apply it.',
    path: '/customers/import',
    parent: { label: 'Customers', href: '/customers' },
    columns:
      'Name, type (retailer or wholesaler), license number, street, city, state and ZIP code. License type and expiration, email, phone, location name, nickname, price list and external id are optional.',
    example: 'name,type,license_number,street,city,state,zip,email,external_id',
    unit: 'customer',
  },
  opening_balances: {
    title: 'Import opening balances',
    description: 'Add what customers owed before you began here. Review every line before you apply it.',
    path: '/invoices/import',
    parent: { label: 'Invoices', href: '/invoices' },
    columns:
      'Customer (name, nickname, license number or external id), invoice number, day of issue, due day and amount. Numbers stay as given.',
    example: 'customer,number,issued_on,due_on,amount',
    unit: 'invoice',
  },
  levels_wanted: {
    title: 'Import levels',
    description: 'Set reorder points and par levels from a CSV. Review every line before you apply it.',
    path: '/inventory/levels/import',
    parent: { label: 'Inventory', href: '/inventory' },
    columns:
      'SKU, location, reorder point and par, in units. An empty cell clears its value. SKUs of suppliers that you never stocked work, too.',
    example: 'sku,location,reorder_point,par',
    unit: 'level',
  },
  goods_receipts: {
    title: 'Import goods receipts',
    description: 'Receive goods from outside by a CSV. Review every line before you apply it.',
    path: '/inventory/receipts/import',
    parent: { label: 'Inventory', href: '/inventory' },
    columns:
      'SKU or scanned code, quantity or amount, and supplier. License number, reference, day of receipt, location, room, unit cost, batch, package tag, dates and test result are optional. Lines of one supplier, reference and day are one receipt.',
    example:
      'sku,quantity,unit_cost,batch_id,expires_on,package_tag,supplier,license_number,reference,received_on',
    unit: 'line',
  },
  batches: {
    title: 'Import batches',
    description: 'Add and update batches from a CSV. Review every line before you apply it.',
    path: '/settings/moving-in',
    parent: { label: 'Batches', href: '/batches' },
    columns:
      'Batch number and SKU. Dates of harvest, packaging and expiration and the test result are optional.',
    example: 'batch_id,sku,harvested_on,packaged_on,expires_on,test_status',
    unit: 'batch',
  },
  price_lists: {
    title: 'Import price lists',
    description: 'Add and update prices of lists from a CSV. Review every line before you apply it.',
    path: '/settings/moving-in',
    parent: { label: 'Price lists', href: '/price-lists' },
    columns: 'Price list or customer, SKU and price. A quantity from which it counts is optional.',
    example: 'price_list,sku,price,min_quantity',
    unit: 'price',
  },
  orders: {
    title: 'Import open orders',
    description: 'Enter open orders from a CSV. Review every line before you apply it.',
    path: '/settings/moving-in',
    parent: { label: 'Orders', href: '/orders' },
    columns:
      'Order number, customer, SKU and quantity, one line for each line of an order. Price, status, total, delivery date and notes are optional.',
    example: 'number,customer,sku,quantity,price,status',
    unit: 'order',
  },
};

/** Whether a file's lines are of rooms that hold stock. */
export const isOfStock = (kind: ImportKind) =>
  kind === 'inventory' || kind === 'count' || kind === 'goods_receipts';
/** Whether they are of locations. */
export const isOfPlaces = (kind: ImportKind) => isOfStock(kind) || kind === 'levels_wanted';

export const STATUS: Record<ImportRecord['status'], string> = {
  mapping: 'Columns to map',
  checking: 'Checking',
  ready: 'Ready to apply',
  applying: 'Applying',
  completed: 'Completed',
  failed: 'Failed',
};
