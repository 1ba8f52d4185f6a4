import { type Placement, placeProduct } from './category';
import type { SourceRow } from './columns';
import { type Potency, readPotency } from './potency';
import { cleanText, foldText, isUnreadable } from './text';
import { readWeight, type Weight } from './weight';

const MAX_TEXT = 200;
const MAX_ID = 64;

/** Values dropped from an accepted row; counted in the summary. */
export const WARNINGS = {
  category_inferred: 'category empty or unknown, inferred from the name or brand',
  strain_left_out: 'strain not supported by the name, left out',
  potency_absurd: 'THC or CBD that cannot be, left out',
  potency_unreadable: 'THC or CBD that is no amount, left out',
  brand_left_out: 'brand unreadable or too long, left out',
} as const;
export type Warning = keyof typeof WARNINGS;

export interface MappedProduct {
  /** Key that a later run finds the row by; unique per entity. */
  importKey: string;
  sku: string;
  name: string;
  brand: string | null;
  category: Placement['category'];
  subcategory: string | null;
  /** True when the category is not from the file's category cell, so that it never overrides the catalog's. */
  categoryInferred: boolean;
  description: string | null;
  thcPercentage: number | null;
  cbdPercentage: number | null;
}

export interface DefaultVariant {
  name: string;
  weight: number | null;
  weightUnit: Weight['unit'] | null;
}

export type Mapped =
  | { ok: true; product: MappedProduct; warnings: Warning[] }
  | { ok: false; reason: string };

const NOT_A_NAME =
  /^(?:tests?|testing|test product|asdf\w*|qwerty\w*|lorem ipsum.*|n\/?a|null|none|nil|undefined|unknown|unnamed|untitled|tbd|todo|deleted?|do not use|x+)$/i;
const SAYS_NOTHING = /^(?:|-+|n\/?a|none|null|unknown|unknown (?:producer|brand))$/i;

/** Converts one row of the file, on its own, to a product or a reason to reject it. */
export function mapRow(row: SourceRow): Mapped {
  const listed = cleanText(row.name);
  const name = withoutEnd(listed.replace(/^[\s\-–—,;|]+ /, '')).trim();
  const fault = faultOf(name);
  if (fault) return { ok: false, reason: fault };
  const id = cleanText(row.id) || cleanText(row.slug);
  if (!/^[\w.:-]+$/.test(id) || id.length > MAX_ID) {
    return { ok: false, reason: id ? 'neither id nor slug can be a key' : 'neither id nor slug' };
  }

  const warnings: Warning[] = [];
  let brand = cleanText(row.brand);
  if (!isPlain(brand)) {
    warnings.push('brand_left_out');
    brand = '';
  }
  if (SAYS_NOTHING.test(brand)) brand = '';

  const strain = cleanText(row.strain);
  const category = cleanText(row.category);
  const placement = placeProduct({ category, name: listed, brand, strain });
  if (!placement) {
    const what = category ? `the category "${category.slice(0, 60)}" is not known` : 'the category is empty';
    return { ok: false, reason: `${what} and cannot be inferred from the name or brand` };
  }
  if (placement.inferred) warnings.push('category_inferred');

  const confirmed = !SAYS_NOTHING.test(strain) && isPlain(strain) && bearsOut(name, strain);
  if (!SAYS_NOTHING.test(strain) && !confirmed) warnings.push('strain_left_out');
  const thc = readPotency(cleanText(row.thc));
  const cbd = readPotency(cleanText(row.cbd));
  for (const { kind } of [thc, cbd]) {
    if (kind === 'absurd' || kind === 'unreadable') warnings.push(`potency_${kind}`);
  }
  return {
    ok: true,
    warnings,
    product: {
      importKey: `kushy:${id}`,
      sku: `KUSHY-${id.toUpperCase()}`,
      name,
      brand: brand || null,
      category: placement.category,
      subcategory: placement.subcategory,
      categoryInferred: placement.inferred,
      description: descriptionOf(confirmed ? strain : '', thc, cbd, row.lab_test.trim()),
      thcPercentage: thc.kind === 'percentage' ? thc.value : null,
      cbdPercentage: cbd.kind === 'percentage' ? cbd.value : null,
    },
  };
}

/** Builds the one variant of an imported product, named "Default" or by the weight in the product's name. */
export function defaultVariant(productName: string): DefaultVariant {
  const weight = readWeight(productName);
  return {
    name: weight?.label ?? 'Default',
    weight: weight?.weight ?? null,
    weightUnit: weight?.unit ?? null,
  };
}

const AT_END = new Set(' -–—,;:|/');

/** Removes dashes and separators from the end. A pattern would try each run of them. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && AT_END.has(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function faultOf(name: string): string | undefined {
  if (name === '') return 'no name';
  if (isUnreadable(name)) return 'the name has characters that cannot be read';
  if (name.length > MAX_TEXT) return `the name is longer than ${MAX_TEXT} characters`;
  if (!/\p{L}/u.test(name)) return 'the name has no letter';
  if (NOT_A_NAME.test(name)) return 'the name is a placeholder';
  return undefined;
}

const isPlain = (text: string) => text.length <= MAX_TEXT && !isUnreadable(text);

/** Returns true when the name contains the strain, without its bracket or by the alias in it. */
function bearsOut(name: string, strain: string): boolean {
  const folded = foldText(name);
  const inBrackets = [...strain.matchAll(/\(([^()]*)\)/g)].flatMap(([, inner = '']) => inner.split(' / '));
  return [strain.replace(/\([^()]*\)/g, ''), ...inBrackets]
    .map(foldText)
    .some((alias) => alias.length >= 2 && folded.includes(alias));
}

function descriptionOf(strain: string, thc: Potency, cbd: Potency, labTest: string): string | null {
  const parts: string[] = [];
  if (strain) parts.push(`Strain: ${strain}`);
  for (const [what, potency] of [
    ['THC', thc],
    ['CBD', cbd],
  ] as const) {
    if (potency.kind === 'milligrams') parts.push(`${what} ${potency.value.toLocaleString('en-US')} mg`);
  }
  if (/^https:\/\/[!-~]{1,400}$/.test(labTest)) parts.push(`Lab test: ${labTest}`);
  return parts.length > 0 ? parts.join('\n') : null;
}
