import type { Category } from '../../products/categories';
import {
  CHOCOLATE_NAME,
  EDIBLE_CELLS,
  FORMS,
  MAIN_WORDS,
  MAKER_WORDS,
  NAME_WORDS,
  type Rule,
  SUBCATEGORY_WORDS,
} from './category-words';
import { foldText } from './text';

export interface Placement {
  category: Category;
  subcategory: string | null;
  /** True when it was derived from the name or the brand, not the category cell. */
  inferred: boolean;
}

/** Cleaned cells that determine the category; `name` keeps a trailing dash. */
export interface PlacementCells {
  category: string;
  name: string;
  brand: string;
  strain: string;
}

/**
 * Determines category and subcategory (decision 139): by the category cell ("Vapes,Vape Cartidge,"), or by name, then
 * brand, when the cell is empty or has no known word; null without a match. The name also refines a cell without
 * subcategory ("Edibles,Candy," with "Gummy Bears").
 */
export function placeProduct(cells: PlacementCells): Placement | null {
  const cell = cells.category.toLowerCase();
  const name = cells.name.toLowerCase();
  const parts = cell.split(/[,/>|;]/).map((part) => part.trim());
  const said = parts.map((part) => first(MAIN_WORDS, part)).find(Boolean);
  const category =
    said ?? categoryOfName(name, cells.strain) ?? first(MAKER_WORDS, cells.brand.toLowerCase());
  if (!category) return null;
  return { category, subcategory: subcategoryOf(category, cell, name, cells.strain), inferred: !said };
}

function categoryOfName(name: string, strain: string): Category | undefined {
  const dash = name.lastIndexOf(' - ');
  const form = dash < 0 ? undefined : first(FORMS, name.slice(dash + 3));
  if (form) return form;
  // "Jack Herer -": the strain without a form. Only extracts are listed as "<strain> - <form>".
  if (name.endsWith(' -') && strain && foldText(name) === foldText(strain)) return 'concentrates';
  return first(NAME_WORDS, name);
}

function subcategoryOf(category: Category, cell: string, name: string, strain: string): string | null {
  const rules = SUBCATEGORY_WORDS[category];
  switch (category) {
    case 'flower':
      return (
        only(rules, name) ??
        only(rules, /^(?:indica|sativa|hybrid)$/i.test(strain) ? strain.toLowerCase() : '')
      );
    case 'concentrates': {
      const named = first(rules, name);
      return named === 'live_resin' || named === 'rosin' ? named : (first(rules, cell) ?? named ?? null);
    }
    case 'edibles':
      return (
        first(EDIBLE_CELLS, cell) ??
        first(rules, cell) ??
        first(rules, name) ??
        (CHOCOLATE_NAME.test(name) ? 'chocolates' : null)
      );
    default:
      return only(rules, cell) ?? only(rules, name);
  }
}

function first<T extends string>(rules: readonly Rule<T>[], text: string): T | undefined {
  return rules.find(([pattern]) => pattern.test(text))?.[1];
}

/** Finds the single value in a text; null for several different ones ("Indica, Hybrid, Sativa"). */
function only<T extends string>(rules: readonly Rule<T>[], text: string): T | null {
  const [value, another] = rules.filter(([pattern]) => pattern.test(text));
  return value && !another ? value[1] : null;
}
