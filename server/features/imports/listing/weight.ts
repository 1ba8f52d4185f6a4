export interface Weight {
  weight: number;
  unit: 'g' | 'kg' | 'oz' | 'lb' | 'ml' | 'l';
  /** Formats a weight in its usual notation: "3.5 g", "1/8 oz". */
  label: string;
}

const UNITS: Record<string, Weight['unit']> = {
  g: 'g',
  gr: 'g',
  gm: 'g',
  gram: 'g',
  kg: 'kg',
  oz: 'oz',
  ounce: 'oz',
  lb: 'lb',
  ml: 'ml',
  l: 'l',
  liter: 'l',
  litre: 'l',
};

const AMOUNT =
  /(?<![\w.,/:#])(?:(\d+)\/(\d+)|(\d{1,4}(?:\.\d{1,3})?|\.\d{1,3}))[\s-]?(grams?|gr|gm|g|kg|ounces?|oz|lbs?|ml|liters?|litres?|l)(?![\w/])/gi;
/** "12 pack", "4 x 5g", "3 count": the amount may be per piece or in total. */
const SEVERAL = /\b\d+[\s-]?(?:pack|pk|ct|count|pieces?|pcs?|x)\b|\bx\s?\d|\bpack of\b/i;

/**
 * Finds the weight or volume in a product's name ("1g", "3.5 g", "1/8 oz", "5ml"); null for none, two different ones,
 * or one beside a number of pieces. Skips milligrams (the dose), fluid ounces (`oz` is a weight) and the word pound (9
 * Pound Hammer is a strain).
 */
export function readWeight(name: string): Weight | null {
  if (SEVERAL.test(name)) return null;
  const found = new Map<string, Weight>();
  for (const [, over, under, decimal, unitText = ''] of name.matchAll(AMOUNT)) {
    const unit = UNITS[unitText.toLowerCase()] ?? UNITS[unitText.toLowerCase().replace(/s$/, '')];
    const weight = decimal === undefined ? Number(over) / Number(under) : Number(decimal);
    if (!unit || !(weight > 0 && weight <= 5000)) return null;
    const label = `${decimal === undefined ? `${over}/${under}` : weight} ${unit}`;
    found.set(label, { weight: Math.round(weight * 10_000) / 10_000, unit, label });
  }
  const [only, another] = found.values();
  return only && !another ? only : null;
}
