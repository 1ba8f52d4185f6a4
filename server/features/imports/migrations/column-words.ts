import type { ImportField } from '../fields';
import type { MigrationKind, MigrationSystem } from './words';

type Words = Readonly<Record<string, ImportField>>;

/** Columns of other systems' files, reduced to letters and digits, beyond the words that every import knows. */
const WORDS: Partial<Record<MigrationSystem, Partial<Record<MigrationKind, Words>>>> = {
  leaflink: {
    customers: {
      ...{
        id: 'external_id',
        nickname: 'name',
        businesslicensename: 'legal_name',
        extacctid: 'quickbooks_id',
      },
      ...{ externalid: 'erp_id', priceschedule: 'price_list' },
    },
    products: {
      ...{
        id: 'external_id',
        unitmultiplier: 'case_size',
        unitofmeasure: 'weight_unit',
        unitdenomination: 'weight',
      },
      subcategory: 'subcategory',
    },
    batches: {
      ...{ id: 'external_id', productionbatchnumber: 'batch_id', pbno: 'batch_id', product: 'product_id' },
      ...{ productid: 'product_id', batchdate: 'packaged_on' },
    },
    inventory: { product: 'external_id', productid: 'external_id', facility: 'location', batch: 'batch_id' },
    orders: {
      ...{ number: 'external_id', ordernumber: 'external_id', shortid: 'number', customerid: 'customer_id' },
      ...{ orderedunitprice: 'price', shipdate: 'delivery_date', shippingcharge: 'freight', product: 'sku' },
      ...{ productid: 'product_id', internalnotes: 'comment', externalidbuyer: 'purchase_order' },
    },
    opening_balances: { paymentbalance: 'amount', shortid: 'number', customerid: 'external_id' },
    price_lists: { customerid: 'customer_id', productid: 'product_id' },
  },
  distru: {
    customers: {
      id: 'external_id',
      distruid: 'external_id',
      legalbusinessname: 'legal_name',
      defaultemail: 'email',
    },
    products: {
      ...{ distruid: 'external_id', id: 'external_id', msrp: 'price', wholesaleprice: 'wholesale_price' },
      unittypename: 'weight_unit',
    },
    batches: {
      distruid: 'external_id',
      id: 'external_id',
      batchnumber: 'batch_id',
      distruproduct: 'sku',
      productid: 'product_id',
    },
    inventory: {
      ...{
        distruproduct: 'sku',
        productid: 'external_id',
        distrubatchnumber: 'batch_id',
        packagelabel: 'package_tag',
      },
      activequantity: 'quantity',
    },
    orders: {
      ordernumber: 'external_id',
      company: 'customer',
      companyid: 'customer_id',
      duedatetime: 'delivery_date',
    },
    opening_balances: { companyid: 'external_id', company: 'customer' },
    price_lists: { customerid: 'customer_id', productid: 'product_id', minquantity: 'min_quantity' },
  },
  quickbooks: {
    customers: { customer: 'name', displayname: 'name', companyname: 'legal_name' },
    products: {
      productservice: 'name',
      productservicename: 'name',
      salesprice: 'wholesale_price',
      salespricerate: 'wholesale_price',
    },
    opening_balances: { num: 'number', openbalance: 'amount' },
  },
  apex: {
    customers: { id: 'external_id', buyerid: 'external_id' },
    products: { id: 'external_id', productid: 'external_id', apexid: 'external_id' },
    orders: { invoicenumber: 'external_id', ordernumber: 'external_id', buyer: 'customer' },
  },
};

/** What columns of a system's files of a kind mean. */
export const columnWords = (system: MigrationSystem, kind: MigrationKind): Words =>
  WORDS[system]?.[kind] ?? {};
