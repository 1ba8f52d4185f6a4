import { createHash } from 'node:crypto';
import { IMPORT_FIELDS, type ImportField, type ImportKind, REQUIRED_FIELDS } from '../fields';
import type { GivenValues, Mapping } from '../schema';

/** Alternative names of each field's column, reduced to letters and digits. */
const SYNONYMS: Partial<Record<ImportField, readonly string[]>> = {
  sku: ['variantsku', 'itemsku', 'productsku', 'skucode', 'itemcode', 'code'],
  location: ['locationid', 'locationname', 'store', 'site', 'shop'],
  room_type: ['room', 'roomname', 'area', 'zone'],
  amount_change: ['weightchange', 'amountadjustment'],
  amount: ['weight', 'weightonhand', 'openbalance', 'openamount', 'amountdue', 'balancedue'],
  counted_amount: ['countedweight', 'amount', 'weight'],
  sold_by: ['soldas', 'soldin'],
  unit: ['unitofmeasure', 'uom', 'weightunit', 'unitdenomination', 'um'],
  step: ['weightstep', 'increment'],
  quantity_change: ['change', 'delta', 'adjustment', 'adjustmentquantity', 'qtychange'],
  quantity: ['qty', 'onhand', 'stock', 'newquantity', 'quantityonhand', 'count', 'activequantity'],
  active: ['isactive', 'listingstate', 'status'],
  min_quantity: ['minimumquantity', 'from', 'minqty'],
  product_id: ['productid'],
  customer_id: ['customerid'],
  comment: ['internalnotes'],
  delivery_date: ['shipdate', 'duedate', 'requesteddate'],
  purchase_order: ['ponumber', 'po', 'purchaseorder'],
  freight: ['shipping', 'shippingcharge', 'delivery'],
  total: ['ordertotal', 'grandtotal'],
  legal_name: ['legalname', 'legalbusinessname'],
  reason_code: ['reason', 'code'],
  unit_cost: ['cost', 'unitcostusd'],
  notes: ['note', 'comment', 'comments', 'remark'],
  counted: ['count', 'countedquantity', 'quantity', 'qty', 'physicalcount', 'actual'],
  batch_id: ['pbno', 'batch', 'batchnumber', 'batchno', 'batchcode', 'lot', 'lotnumber', 'lotno', 'lotcode'],
  package_tag: [
    'tag',
    'package',
    'packageid',
    'packagelabel',
    'packageuid',
    'uid',
    'metrctag',
    'metrcid',
    'metrcuid',
  ],
  expires_on: [
    'expiration',
    'expirationdate',
    'expirydate',
    'expiry',
    'expdate',
    'exp',
    'expires',
    'bestby',
    'bestbydate',
    'useby',
    'usebydate',
  ],
  name: [
    'productname',
    'product',
    'title',
    'dba',
    'customername',
    'customer',
    'businessname',
    'company',
    'companyname',
    'itemname',
    'businesslicensename',
    'customerfullname',
  ],
  brand: ['brandname', 'vendor', 'manufacturer'],
  category: ['productcategory', 'type', 'producttype'],
  subcategory: ['productsubcategory', 'subtype'],
  description: ['details', 'bodyhtml'],
  variant_name: ['variant', 'variationname', 'size', 'variantoption', 'option'],
  price: ['retailprice', 'unitprice', 'msrp'],
  wholesale_price: ['wholesale', 'wholesalecost', 'b2bprice'],
  case_size: ['case', 'caseunits', 'casepack', 'caseqty', 'casequantity', 'unitspercase', 'packsize'],
  visibility: ['visibleto', 'availability', 'audience'],
  thc: ['thcpercentage', 'thcpercent', 'totalthc'],
  cbd: ['cbdpercentage', 'cbdpercent', 'totalcbd'],
  type: ['businesstype', 'customertype', 'companytype', 'accounttype'],
  license_number: ['license', 'licenseno', 'licensenum', 'licenseid', 'statelicense', 'lic'],
  license_expiry: ['licenseexpiration', 'licenseexpirationdate', 'licenseexpires', 'licenseexpirydate'],
  street: ['address', 'address1', 'addressline1', 'streetaddress', 'line1'],
  full_address: ['billingaddress', 'shippingaddress', 'mailingaddress', 'address'],
  city: ['town'],
  state: ['region', 'st'],
  zip: ['zipcode', 'postalcode', 'postcode', 'zippostalcode'],
  email: ['contactemail', 'emailaddress', 'mail'],
  phone: ['contactphone', 'phonenumber', 'phonenumbers', 'telephone', 'tel'],
  location_name: ['location', 'store', 'storename', 'premises', 'shipto'],
  nickname: ['alias', 'shortname'],
  terms_days: ['terms', 'netdays', 'paymentterms', 'paymentterm', 'netterms', 'days'],
  credit_limit: ['creditline', 'limit', 'maxcredit'],
  price_list: ['pricelistname', 'pricing', 'pricelevel', 'pricetier', 'pricegroup'],
  supplier: ['suppliername', 'vendor', 'vendorname', 'seller', 'from', 'distributor', 'shipper'],
  reference: [
    'ref',
    'referencenumber',
    'invoicenumber',
    'invoice',
    'manifest',
    'manifestnumber',
    'deliverynumber',
    'po',
  ],
  received_on: ['received', 'receiveddate', 'datereceived', 'deliverydate', 'date'],
  harvested_on: ['harvestdate', 'harvested', 'dateharvested'],
  packaged_on: ['packagedate', 'packageddate', 'packaged', 'packdate', 'packedon'],
  test_status: ['teststate', 'testresult', 'labtestingstate', 'testingstatus'],
  reorder_point: ['reorderat', 'reorderlevel', 'reorder', 'minimum', 'min', 'minlevel', 'lowstockthreshold'],
  par: ['parlevel', 'maximum', 'max', 'maxlevel', 'target', 'targetlevel', 'fillupto'],
  scan: ['barcode', 'upc', 'gtin', 'ean'],
  customer: ['customername', 'name', 'account', 'accountname', 'buyer', 'billto'],
  number: ['invoicenumber', 'invoiceno', 'invoice', 'invoicenum', 'docnumber', 'num', 'no'],
  issued_on: ['issued', 'date', 'invoicedate', 'issuedate', 'txndate'],
  due_on: ['due', 'duedate'],
  external_id: ['extacctid', 'extid', 'accountid', 'accountnumber', 'customerid', 'customernumber'],
};

/** Exports have amounts beside counts: the count is what a file is read by, unless its mapping says otherwise. */
const BESIDE: Partial<Record<ImportField, ImportField>> = { amount: 'quantity', counted_amount: 'counted' };

const fold = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Makes column names unique: an empty one is named by position, a repeated one gets a number. */
export function columnNames(header: readonly string[]): string[] {
  const taken = new Set<string>();
  return header.map((cell, index) => {
    const base = cell.trim().slice(0, 190) || `Column ${index + 1}`;
    let name = base;
    for (let n = 2; taken.has(name); n++) name = `${base} (${n})`;
    taken.add(name);
    return name;
  });
}

/** Fingerprint shared by files with the same columns, ignoring case. */
export function headerHash(names: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(names.map((name) => name.toLowerCase())))
    .digest('hex');
}

/**
 * Guesses the mapping from column names: a field's own name first, then its alternatives.
 * @param words what columns of the file's system mean, which comes first
 */
export function suggestMapping(
  kind: ImportKind,
  names: readonly string[],
  words: Readonly<Record<string, ImportField>> = {},
): Mapping {
  const found = new Map<string, ImportField>();
  const preferred = PREFERRED[kind];
  const column = preferred && names.find((name) => preferred.names.includes(fold(name)));
  if (preferred && column !== undefined) found.set(column, preferred.field);
  const fields: readonly ImportField[] = IMPORT_FIELDS[kind];
  for (const name of names) {
    const field = Object.hasOwn(words, fold(name)) ? words[fold(name)] : undefined;
    if (field && fields.includes(field) && ![...found.values()].includes(field)) found.set(name, field);
  }
  const claim = (matches: (name: string, field: ImportField) => boolean) => {
    for (const field of fields) {
      if ([...found.values()].includes(field)) continue;
      const column = names.find((name) => !found.has(name) && matches(name, field));
      if (column !== undefined) found.set(column, field);
    }
  };
  claim((name, field) => fold(name) === fold(field));
  claim((name, field) => SYNONYMS[field]?.includes(fold(name)) ?? false);
  const fieldsFound = new Set(found.values());
  const isWhole = ADDRESS_PARTS.every((part) => !fieldsFound.has(part));
  return names.flatMap((column) => {
    const field = found.get(column);
    if (!field || beside(field, fieldsFound)) return [];
    // Without the other parts, an address is a whole one.
    if (field === 'street' && isWhole && SYNONYMS.full_address?.includes(fold(column))) {
      return [{ column, field: 'full_address' as const }];
    }
    return [{ column, field }];
  });
}

/** Whether a field isn't read beside others of its file. */
function beside(field: ImportField, found: ReadonlySet<ImportField>): boolean {
  const count = BESIDE[field];
  if (count && found.has(count)) return true;
  if (field === 'full_address') return found.has('street');
  // Our own export has the variants of a product in one cell; a listing finds products by their ids.
  if (field === 'variants') return found.has('sku');
  return (
    field === 'external_id' &&
    found.has('name') &&
    (found.has('id') || found.has('slug')) &&
    !found.has('sku')
  );
}

const ADDRESS_PARTS = ['city', 'state', 'zip'] as const;
/** Where a file has several columns that could be a field's, the one that is. */
const PREFERRED: Partial<Record<ImportKind, { field: ImportField; names: readonly string[] }>> = {
  opening_balances: { field: 'amount', names: ['openbalance', 'openamount', 'amountdue', 'balancedue'] },
};

/** What other systems' customers may lack: their lines are errors whose cells can be typed. */
const TYPED_LATER: readonly ImportField[] = ['license_number', 'street', 'city', 'state', 'zip'];

/**
 * Lists required fields that neither a column nor a value of all lines is given for, each as a list of alternatives.
 * @param given fields with a value of all lines
 */
export function missingFields(
  kind: ImportKind,
  mapping: Mapping,
  given: GivenValues = [],
  isMoved = false,
): Array<readonly ImportField[]> {
  const found = new Set([...mapping, ...given].map(({ field }) => field));
  return REQUIRED_FIELDS[kind].filter(
    (alternatives) =>
      !alternatives.some((field) => found.has(field) || (isMoved && TYPED_LATER.includes(field))),
  );
}
