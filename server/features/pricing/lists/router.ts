import { z } from 'zod';
import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { rowOf } from '../../../operation/objects';
import { getPriceList, ListPriceLists, listPriceLists } from './queries';
import { PriceList, PriceListList } from './resource';
import { findPricedItems, ListPriceRules, listPriceRules } from './rules/queries';
import { PriceRuleList } from './rules/resource';
import { setPriceRules } from './rules/service';
import {
  FindPricedItems,
  MAX_LISTS,
  MAX_RULES,
  NewPriceList,
  PricedItems,
  PriceListId,
  SetPriceRules,
  UpdatePriceList,
} from './schema';
import { createPriceList, deletePriceList, updatePriceList } from './service';
import { priceLists } from './tables';

export const priceListsRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/price-lists',
    summary: 'List price lists',
    description: 'Those of your business, oldest first by default. Customers never see them.',
    permission: 'read:prices',
    input: ListPriceLists,
    output: PriceListList,
  }).query(({ ctx, input }) => listPriceLists(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/price-lists/{id}',
    summary: 'Get a price list',
    description: 'One of your own.',
    permission: 'read:prices',
    input: PriceListId,
    output: PriceList,
    object: rowOf(priceLists.id, { volatile: ['customers_count'] }),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getPriceList(ctx, input.id)),

  create: endpoint({
    rest: 'POST /api/v1/price-lists',
    summary: 'Add a price list',
    description:
      'Without prices of its own it takes `discount_bps` off every wholesale price. `price_list_id` of a customer gives it the list. ' +
      `409 above ${MAX_LISTS} lists.`,
    permission: 'update:prices',
    everywhere: 'A price list applies',
    input: NewPriceList,
    output: PriceList,
    status: 201,
    location: '/api/v1/price-lists/{id}',
    errors: ['external_id_taken', 'name_taken', 'too_many'],
  }).mutation(({ ctx, input }) => createPriceList(ctx, input)),

  update: endpoint({
    rest: 'PATCH /api/v1/price-lists/{id}',
    summary: 'Update a price list',
    description: 'Orders, drafts sent as quotes and backorders keep the prices that they have.',
    permission: 'update:prices',
    everywhere: 'A price list applies',
    input: UpdatePriceList,
    output: PriceList,
    errors: ['NOT_FOUND', 'external_id_taken', 'name_taken'],
  }).mutation(({ ctx, input }) => updatePriceList(ctx, input)),

  delete: endpoint({
    rest: 'DELETE /api/v1/price-lists/{id}',
    summary: 'Delete a price list',
    description: 'Responds with 409 while customers have it.',
    permission: 'update:prices',
    everywhere: 'A price list applies',
    input: PriceListId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND', 'in_use'],
  }).mutation(({ ctx, input }) => deletePriceList(ctx, input.id)),

  items: endpoint({
    rest: 'POST /api/v1/price-lists/items',
    summary: 'Find the items of SKUs before pricing them',
    description:
      `What you sell of up to ${MAX_RULES.toLocaleString('en-US')} SKUs, with its wholesale price and cost: to compare prices before a list gets them. ` +
      'SKUs that you sell nothing of are left out. Changes nothing.',
    permission: 'update:prices',
    everywhere: 'A price list applies',
    input: FindPricedItems,
    output: PricedItems,
  }).mutation(({ ctx, input }) => findPricedItems(ctx, input)),

  rules: endpoint({
    rest: 'GET /api/v1/price-lists/{id}/rules',
    summary: 'List the prices of a price list',
    description:
      'By product, variant and amount. What has no price here, or only from a larger amount on, is `discount_bps` off its wholesale price. ' +
      'As CSV: `sku, min_amount, unit_price`, as PUT takes it.',
    permission: 'read:prices',
    input: ListPriceRules,
    output: PriceRuleList,
    columns: ['sku', 'min_amount', 'unit_price'],
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => listPriceRules(ctx, input)),

  setRules: endpoint({
    rest: 'PUT /api/v1/price-lists/{id}/rules',
    summary: 'Replace the prices of a price list',
    description:
      'All of them or, with any error, none: `details.errors` names each wrong entry, and of CSV its `line`. Takes JSON, or `text/csv` with the ' +
      `columns \`sku\` or \`variant_id\`, \`min_amount\` and \`unit_price\`. 409 above ${MAX_RULES.toLocaleString('en-US')} prices.`,
    permission: 'update:prices',
    everywhere: 'A price list applies',
    input: SetPriceRules,
    output: PriceList,
    table: 'rules',
    errors: ['NOT_FOUND', 'too_many'],
  }).mutation(({ ctx, input }) => setPriceRules(ctx, input)),
});
