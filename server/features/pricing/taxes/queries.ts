import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { existing } from '../../../kernel/errors';
import type { Page } from '../../../kernel/params';
import type { ReadContext } from '../../../operation/context';
import { readList } from '../../../platform/db/text-list';
import { TAX_PRESETS } from './presets';
import { ownTaxRules, readTaxRules, TAX_RULES, taxRulePage } from './queries.sql';
import type { TaxRuleList, TaxRuleView } from './resource';
import type { TaxPresetList } from './schema';

export const ListTaxRules = TAX_RULES.input;

/** Oldest first (decision 38). */
export function listTaxRules(
  ctx: ReadContext,
  input: z.infer<typeof ListTaxRules>,
): Promise<z.infer<typeof TaxRuleList>> {
  return readList(ctx, TAX_RULES, taxRulePage, input);
}

/** @throws AppError NOT_FOUND for anything but a rule of the caller's business */
export function getTaxRule({ db, actor }: ReadContext, id: string): Promise<TaxRuleView> {
  return existing(readTaxRules(db, sql`t.id = ${id} and ${ownTaxRules(actor)}`));
}

export function listTaxPresets({ page, limit }: Page): z.infer<typeof TaxPresetList> {
  const total = TAX_PRESETS.length;
  const start = (page - 1) * limit;
  const pagination = { page, limit, total, has_more: start + limit < total };
  return { data: TAX_PRESETS.slice(start, start + limit), pagination };
}
