// Pages and other features import this file.
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

/** What goods are called, too, beside the names of categories and subcategories. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  bud: 'flower',
  buds: 'flower',
  flowers: 'flower',
  extract: 'concentrates',
  extracts: 'concentrates',
  vaporizer: 'vapes',
  vaporizers: 'vapes',
  gummy: 'gummies',
  gummie: 'gummies',
  drink: 'beverages',
  drinks: 'beverages',
  carts: 'cartridges',
};

/** What a category or subcategory is called, too. */
export const otherWordsOf = (name: string): string[] =>
  Object.keys(OTHER_WORDS).filter((word) => OTHER_WORDS[word] === name);

/** The category's or subcategory's word for a word of a search; undefined where it is looked for alone. */
export const otherWord = (word: string): string | undefined => OTHER_WORDS[word.toLowerCase()];
