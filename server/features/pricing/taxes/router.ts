import { z } from 'zod';
import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { rowOf } from '../../../operation/objects';
import { MAX_TAX_RULES } from '../../entities/schema';
import { getTaxRule, ListTaxRules, listTaxPresets, listTaxRules } from './queries';
import { TaxRule, TaxRuleList } from './resource';
import { ListTaxPresets, NewTaxRule, TaxPresetList, TaxRuleId, UpdateTaxRule } from './schema';
import { createTaxRule, deleteTaxRule, updateTaxRule } from './service';
import { taxRules } from './tables';

export const taxRulesRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/tax-rules',
    summary: 'List tax rules',
    description: 'Taxes that your business adds to the orders that it sells, oldest first by default.',
    permission: 'read:prices',
    input: ListTaxRules,
    output: TaxRuleList,
  }).query(({ ctx, input }) => listTaxRules(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/tax-rules/{id}',
    summary: 'Get a tax rule',
    description: 'One of your business.',
    permission: 'read:prices',
    input: TaxRuleId,
    output: TaxRule,
    object: rowOf(taxRules.id),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getTaxRule(ctx, input.id)),

  create: endpoint({
    rest: 'POST /api/v1/tax-rules',
    summary: 'Add a tax rule',
    description:
      'An order keeps the rules of the day on which it is placed that apply to its buyer and premises, each as one tax line. While a rule is ' +
      `current on that day, \`settings.tax_rate_bps\` adds nothing. 409 above ${MAX_TAX_RULES} rules.`,
    permission: 'update:terms',
    everywhere: 'A tax rule applies',
    input: NewTaxRule,
    output: TaxRule,
    status: 201,
    location: '/api/v1/tax-rules/{id}',
    errors: ['too_many'],
  }).mutation(({ ctx, input }) => createTaxRule(ctx, input)),

  update: endpoint({
    rest: 'PATCH /api/v1/tax-rules/{id}',
    summary: 'Update a tax rule',
    description:
      'Placed orders keep the rule that they have. Null clears a field; with another `basis`, fields that only the previous one has are cleared.',
    permission: 'update:terms',
    everywhere: 'A tax rule applies',
    input: UpdateTaxRule,
    output: TaxRule,
    errors: ['NOT_FOUND'],
  }).mutation(({ ctx, input }) => updateTaxRule(ctx, input)),

  delete: endpoint({
    rest: 'DELETE /api/v1/tax-rules/{id}',
    summary: 'Delete a tax rule',
    description: 'Orders that were placed keep it. Exemptions of customers from it end with it.',
    permission: 'update:terms',
    everywhere: 'A tax rule applies',
    input: TaxRuleId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND'],
  }).mutation(({ ctx, input }) => deleteTaxRule(ctx, input.id)),
});

export const taxPresetsRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/tax-presets',
    summary: 'List state taxes to begin with',
    description:
      'Each with its source and the day as of which that has the rate: check it before you charge it. A rule made of one is yours, and ' +
      'never changes with it.',
    permission: 'read:prices',
    input: ListTaxPresets,
    output: TaxPresetList,
  }).query(({ input }) => listTaxPresets(input)),
});
