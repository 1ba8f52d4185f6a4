import type { Actor } from '../../kernel/actor';
import { rejectLimited } from '../../operation/limited';
import type { ProductView } from './resource';
import { EVERYWHERE } from './schema';

type VariantView = ProductView['variants'][number];

/** @throws AppError FORBIDDEN to a caller limited to locations who would change whether a product is sold */
export function guardSale(
  actor: Actor,
  before: ProductView,
  patch: { [Name in (typeof EVERYWHERE.product)[number]]?: unknown },
): void {
  guard(actor, EVERYWHERE.product, before, patch);
}

/** @throws AppError FORBIDDEN to a caller limited to locations who would change prices or how a variant is sold */
export function guardPrices(
  actor: Actor,
  before: VariantView,
  patch: { [Name in (typeof EVERYWHERE.variant)[number]]?: unknown },
): void {
  guard(actor, EVERYWHERE.variant, before, patch);
}

function guard<Name extends string>(
  actor: Actor,
  names: readonly Name[],
  before: { [N in Name]: unknown },
  patch: { [N in Name]?: unknown },
): void {
  const changed = names.find((name) => patch[name] !== undefined && patch[name] !== before[name]);
  if (changed) rejectLimited(actor, `\`${changed}\` applies`);
}
