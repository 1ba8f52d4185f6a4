import type { Category } from '../../products/categories';

export type Rule<T extends string = Category> = readonly [pattern: RegExp, value: T];

/** Matches any of the comma-separated words or phrases (each a pattern) as whole words in lower-case text. */
const words = (list: string) =>
  new RegExp(
    `\\b(?:${list
      .split(',')
      .map((word) => word.trim())
      .join('|')})\\b`,
  );

/**
 * Main word of a category cell, by its stem, so that number, case and common typos ("Concetrates", "Vaporiser") do not
 * matter. A tincture is ingested, so edibles are the nearest of the six.
 */
export const MAIN_WORDS: readonly Rule[] = [
  [/^(?:flow|flor|bud|pre-?\s?rol|joint)/, 'flower'],
  [/^(?:conc|extract|dab)/, 'concentrates'],
  [/^(?:edib|edab|tinct|food|drink|beverag)/, 'edibles'],
  [/^(?:vap|cart|e-?cig)/, 'vapes'],
  [/^(?:topic|skin|bath)/, 'topicals'],
  [/^(?:acces|acess|gear|merch|paraph|glass)/, 'accessories'],
];

/** Subcategory words for both the category cell and the name. */
export const SUBCATEGORY_WORDS: Record<Category, readonly Rule<string>[]> = {
  flower: [
    [/\bindica\b/, 'indica'],
    [/\bsativa\b/, 'sativa'],
    [/\bhybrid\b/, 'hybrid'],
  ],
  // Resin and rosin first: "Live Resin" sold as wax is live resin.
  concentrates: [
    [/\blive resin\b/, 'live_resin'],
    [/\brosin\b/, 'rosin'],
    [/\bshat+er\b/, 'shatter'],
    [words('wax, crumble, honeycomb, bud+er'), 'wax'],
  ],
  edibles: [[/\bgumm(?:y|ies|ie|i)\b/, 'gummies']],
  vapes: [
    [/\bdisposables?\b/, 'disposables'],
    [/\bcartr?(?:idge|ige)s?\b/, 'cartridges'],
  ],
  topicals: [
    [words('lotions?, creams?, cr[eè]mes?'), 'lotions'],
    [words('balms?, salves?, ointments?'), 'balms'],
  ],
  accessories: [
    [words('papers?, cones'), 'papers'],
    [words('pipes?, bongs?'), 'pipes'],
    [/\bgrinders?\b/, 'grinders'],
  ],
};

/** Edible words for the cell only: in a name, chocolate and drinks are flavors ("Suckers - Grape Drink"). */
export const EDIBLE_CELLS: readonly Rule<string>[] = [
  [/\bchoc/, 'chocolates'],
  [/\b(?:drink|beverag)/, 'beverages'],
];
export const CHOCOLATE_NAME = /\bchocolate bars?\b|\btruffles?\b(?! (?:oil|cake))/;

/** The form after the last dash of a name ("Ice Cream Cake - Hash"); the words before it are the strain. */
export const FORMS: readonly Rule[] = [
  [
    /^(?:(?:water |bubble )?hash|kief|honeycomb|shatter|wax|crumble|rosin|live resin|budder|oil)$/,
    'concentrates',
  ],
  [/^(?:inhaler|vaporizer \w+)$/, 'vapes'],
  [/^pre-?rolls?$/, 'flower'],
];

/** Category by name, first match wins; the order resolves "Coconut Oil", "Lip Balm - Cherry" and the like. */
export const NAME_WORDS: readonly Rule[] = [
  [/\b(?:moon|lava).?rocks?\b/, 'flower'],
  [words('batter(?:y|ies), charger, grinder, rolling papers?'), 'accessories'],
  [
    words(
      'wash, shampoo, conditioner, rub, balms?, lips, salve, lotion, lube, lubricant, massage, bath, soap, \\w*suppositor(?:y|ies)',
    ),
    'topicals',
  ],
  [words('vape, vaporizer, inhaler, cartridge, disposable, x-pen'), 'vapes'],
  [
    words(
      'dogs?, biscuits?, treats?, \\w*butter, honey, hunny, \\w*sugar, \\w*syrup, sauce, salsa, ketchup, sriracha, queso, pesto, salt, tea, coffee, cocoa, soda, juice, lemonade, punch, lean, agave',
    ),
    'edibles',
  ],
  [
    words(
      'candy, candies, gum, gumm(?:y|ies), mints?, lozenge, troches?, trochies, soother, chocolate, cookies?, brownies?, cake, ice cream, sorbet, granola, oatmeal, chili, jerky, protein, pancake, meal replacement, grains, toothpicks',
    ),
    'edibles',
  ],
  [
    words('\\w*-?strips?, tincture, elixir, sublingual, spray, drops, slips, capsules?, caps, tablets?'),
    'edibles',
  ],
  [
    words('(?:olive|\\w*coconut|cocannanut|canola|sesame|corn|cooking|mct) oil, coconut canna-oil, ghee'),
    'edibles',
  ],
  [
    words(
      'shat+er, wax, crumble, rosin, live resin, budder, hash, kief, rso, rick simpson, phoenix tears, full plant extract, cannabis extract, (?:cannabis|canna|cbd|thc) oil, syringe, snake oil, space foam, cold gold',
    ),
    'concentrates',
  ],
  [/\boil\W+gold formula\b/, 'concentrates'],
  [words('pre-?rolls?, joints?, (?:ounce|gram|eighth) of cannabis, flowers?, superbud'), 'flower'],
];

/** Category by brand, when the product's name has none. */
export const MAKER_WORDS: readonly Rule[] = [
  [
    words(
      'ed[ia]+bles?, bakery, creamery, sundae, ganjalato, ice cream, salsa, sauces?, honey, chocolat\\w*, kitchen, confections?, candy, treats?, elixirs?',
    ),
    'edibles',
  ],
  [words('moon.?rocks?, caviar gold'), 'flower'],
  [/\bpen\b/, 'vapes'],
];
