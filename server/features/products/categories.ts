/** The specification's categories and their subcategories. */
export const CATEGORIES = {
  flower: ['indica', 'sativa', 'hybrid'],
  concentrates: ['shatter', 'wax', 'live_resin', 'rosin'],
  edibles: ['gummies', 'chocolates', 'beverages'],
  vapes: ['cartridges', 'disposables'],
  topicals: ['lotions', 'balms'],
  accessories: ['papers', 'pipes', 'grinders'],
} as const;

export type Category = keyof typeof CATEGORIES;
export const CATEGORY_NAMES = Object.keys(CATEGORIES) as [Category, ...Category[]];

export function belongsTo(subcategory: string, category: Category): boolean {
  return (CATEGORIES[category] as readonly string[]).includes(subcategory);
}
