import { describe, expect, it } from 'vitest';
import { placeProduct } from '../../../../server/features/imports/listing/category';
import type { SourceRow } from '../../../../server/features/imports/listing/columns';
import { DuplicateFinder } from '../../../../server/features/imports/listing/duplicates';
import {
  defaultVariant,
  type MappedProduct,
  mapRow,
} from '../../../../server/features/imports/listing/mapping';
import { readPotency } from '../../../../server/features/imports/listing/potency';
import { cleanText } from '../../../../server/features/imports/listing/text';
import { readWeight } from '../../../../server/features/imports/listing/weight';
import { belongsTo, type Category } from '../../../../server/features/products/categories';

const row = (cells: Partial<SourceRow>): SourceRow => ({
  id: '1',
  name: 'Blue Dream - Shatter',
  slug: 'blue-dream-shatter',
  brand: 'Moxie',
  category: 'Concentrate,Shatter,',
  strain: '',
  thc: '',
  cbd: '',
  lab_test: '',
  ...cells,
});

function product(cells: Partial<SourceRow>): MappedProduct {
  const mapped = mapRow(row(cells));
  if (!mapped.ok) throw new Error(mapped.reason);
  return mapped.product;
}

function reason(cells: Partial<SourceRow>): string | undefined {
  const mapped = mapRow(row(cells));
  return mapped.ok ? undefined : mapped.reason;
}

describe('the category cell', () => {
  it.each<[cell: string, category: Category, subcategory: string | null]>([
    ['Flowers,Pre-Roll', 'flower', null],
    ['Concentrate,Shatter,', 'concentrates', 'shatter'],
    ['Concentrate,Wax,', 'concentrates', 'wax'],
    ['Concentrate,Crumble,Wax,', 'concentrates', 'wax'],
    ['Concentrate,Oil,', 'concentrates', null],
    ['Concentrate,Kief,', 'concentrates', null],
    ['Concentrate,Bubble Hash,', 'concentrates', null],
    ['Concentrate,Topical,RSO', 'concentrates', null],
    ['Vapes,Vape Cartidge,', 'vapes', 'cartridges'],
    ['Vapes,Disposable Vape,', 'vapes', 'disposables'],
    ['Edibles,', 'edibles', null],
    ['Edibles,Candy,', 'edibles', null],
    ['Edibles,Chocolate,', 'edibles', 'chocolates'],
    ['Edibles,Drink,', 'edibles', 'beverages'],
    ['Edibles,Snack,', 'edibles', null],
    ['Edibles,Pill', 'edibles', null],
    ['Edibles,Spread,', 'edibles', null],
    ['Edibles,Dressing,', 'edibles', null],
    ['Edibles,Soup,', 'edibles', null],
    ['Edibles,Salt,', 'edibles', null],
    ['Tincture,', 'edibles', null],
    ['Topical,', 'topicals', null],
    ['Topical,Bath,', 'topicals', null],
    ['flowers', 'flower', null],
    ['concentrate, shatter', 'concentrates', 'shatter'],
    ['vape cartidge', 'vapes', 'cartridges'],
    ['VAPES , Cartrige', 'vapes', 'cartridges'],
    ['Concetrates;Live Resin', 'concentrates', 'live_resin'],
    [',,Edible / Gummies', 'edibles', 'gummies'],
    ['Accessories,Grinder', 'accessories', 'grinders'],
    ['Topicals > Lotion', 'topicals', 'lotions'],
  ])('%s is %s, %s', (category, expected, subcategory) => {
    const place = placeProduct({ category, name: 'Nameless', brand: '', strain: '' });
    expect(place).toEqual({ category: expected, subcategory, inferred: false });
    if (subcategory) expect(belongsTo(subcategory, expected)).toBe(true);
  });
});

describe('the name', () => {
  it.each<[name: string, category: string, subcategory: string | null]>([
    ['Sour Gummy Bears', 'Edibles,Candy,', 'gummies'],
    ['Suckers (60mg) - Grape Drink', 'Edibles,Candy,', null],
    ['Raw Chocolate Truffles - Maple', 'Edibles,Snack,', 'chocolates'],
    ['Chocolate Chip Cookie', 'Edibles,', null],
    ['Live Resin Mix - Wax', 'Concentrate,Wax,', 'live_resin'],
    ['Cry Baby Rosin - Water Hash', 'Concentrate,Bubble Hash,', 'rosin'],
    ['Green Balm', 'Topical,', 'balms'],
    ['Cannabis Lotion - Lavender', 'Topical,', 'lotions'],
    ['Lotion and Balm Set', 'Topical,', null],
    ['Hybrid - Pre-roll', 'Flowers,Pre-Roll', 'hybrid'],
    ['3 Pack Indica, Hybrid, Sativa - Pre-roll', 'Flowers,Pre-Roll', null],
  ])('%s in %s has subcategory %s', (name, category, subcategory) => {
    expect(product({ name, category }).subcategory).toBe(subcategory);
  });

  it.each<[name: string, strain: string, brand: string, place: string]>([
    ['Ice Cream Cake - Hash', 'Ice Cream Cake', '', 'concentrates/null'],
    ['Killer Queen - Honeycomb', 'Killer Queen', '', 'concentrates/wax'],
    ['Jet-Fuel - ', 'Jet-Fuel', '', 'concentrates/null'],
    ['Black Cherry Soda - ', 'Black Cherry Soda', '', 'concentrates/null'],
    ['Happy Hippie Honey Sticks - ', 'Paris OG', '', 'edibles/null'],
    ['Blue Magoo - Inhaler', 'Blue Magoo', '', 'vapes/null'],
    ['Sour Diesel - Vaporizer Cartridge', '', '', 'vapes/cartridges'],
    ['Lip Balm - Cherrylicious', '', '', 'topicals/balms'],
    ['1/2 ounce of cannabis', '', '', 'flower/null'],
    ['Dutch Treat Lava Rocks', '', '', 'flower/null'],
    ['Organic Coconut Oil - 4oz', '', '', 'edibles/null'],
    ['Cannabis Oil (CBD) - 10ml', '', '', 'concentrates/null'],
    ['PlusCBD Oilâ„¢ Gold Formula - 3G', '', '', 'concentrates/null'],
    ['Push-Button Battery', '', 'W Vapes', 'accessories/null'],
    ['Toasted', '', 'Ambrosia Creamery', 'edibles/null'],
  ])('distinguishes %s without a category', (name, strain, brand, place) => {
    const mapped = mapRow(row({ name, strain, brand, category: '' }));
    expect(mapped.ok && `${mapped.product.category}/${mapped.product.subcategory}`).toBe(place);
    expect(mapped.ok && mapped.warnings).toContain('category_inferred');
  });

  it('is repaired, collapsed and freed of a dangling dash', () => {
    expect(product({ name: '  Golden Goat  -   Shatter ' }).name).toBe('Golden Goat - Shatter');
    expect(product({ name: 'GOLDCart - CrÃ¨me Brulee' }).name).toBe('GOLDCart - Crème Brulee');
    expect(product({ name: 'Citrus Ã\u00a0 lâ€™amande Macaron' }).name).toBe('Citrus à l’amande Macaron');
    expect(product({ name: 'Cookies - ' }).name).toBe('Cookies');
    expect(product({ name: '.5oz Bear Balm' }).name).toBe('.5oz Bear Balm');
    expect(cleanText('Café â la crème ®')).toBe('Café â la crème ®');
  });

  it.each([
    ['', 'no name'],
    [' -- ', 'no name'],
    ['1/8', 'the name has no letter'],
    ['!!!', 'the name has no letter'],
    ['TEST', 'the name is a placeholder'],
    ['n/a', 'the name is a placeholder'],
    ['Bad\u0000name', 'the name has characters that cannot be read'],
    ['Half\ud83d', 'the name has characters that cannot be read'],
    ['\ufffd\ufffd Kush', 'the name has characters that cannot be read'],
    ['x y'.repeat(100), 'the name is longer than 200 characters'],
  ])('%j is rejected', (name, expected) => {
    expect(reason({ name })).toBe(expected);
  });

  it('is rejected without a category beside an empty or unknown one', () => {
    expect(reason({ name: 'B4', category: '' })).toBe(
      'the category is empty and cannot be inferred from the name or brand',
    );
    expect(reason({ name: 'B4', category: 'Stuff' })).toMatch(/^the category "Stuff" is not known/);
  });
});

describe('the other cells', () => {
  it.each(['Unknown Producer', '', ' - ', 'N/A'])('treats brand %j as absent', (brand) => {
    expect(product({ brand }).brand).toBeNull();
  });

  it.each([
    ['22%', { kind: 'percentage', value: 22 }],
    ['22.5', { kind: 'percentage', value: 22.5 }],
    ['22,5 %', { kind: 'percentage', value: 22.5 }],
    ['0%', { kind: 'percentage', value: 0 }],
    ['100mg', { kind: 'milligrams', value: 100 }],
    ['12.50mg', { kind: 'milligrams', value: 12.5 }],
    ['1,000mg', { kind: 'milligrams', value: 1000 }],
    ['350%', { kind: 'absurd' }],
    ['999999mg', { kind: 'absurd' }],
    ['-5%', { kind: 'unreadable' }],
    ['18-22%', { kind: 'unreadable' }],
    ['1e400', { kind: 'unreadable' }],
    ['', { kind: 'none' }],
    ['0mg', { kind: 'none' }],
    ['ND', { kind: 'none' }],
  ])('potency %j', (cell, expected) => {
    expect(readPotency(cell)).toEqual(expected);
  });

  it('keep milligrams in the description and percentages as numbers', () => {
    expect(product({ thc: '1,000mg', cbd: '0.15%', lab_test: 'https://lab.example/1.pdf' })).toMatchObject({
      thcPercentage: null,
      cbdPercentage: 0.15,
      description: 'THC 1,000 mg\nLab test: https://lab.example/1.pdf',
    });
    expect(product({ thc: '350%' })).toMatchObject({ thcPercentage: null, description: null });
  });

  it('keep a strain only when the name confirms it', () => {
    expect(product({ name: 'GDP - Wax', strain: 'Granddaddy Purple (GDP)' }).description).toBe(
      'Strain: Granddaddy Purple (GDP)',
    );
    expect(product({ name: 'Tangie x OG', strain: 'Tangie' }).description).toBe('Strain: Tangie');
    const carried = mapRow(
      row({ name: 'Chunky Peanut Butter', category: 'Edibles,Spread,', strain: 'ACDC (AC/DC)' }),
    );
    expect(carried).toMatchObject({
      ok: true,
      product: { description: null },
      warnings: ['strain_left_out'],
    });
  });

  it('give key and SKU by id, else by slug', () => {
    expect(product({ id: '17' })).toMatchObject({ importKey: 'kushy:17', sku: 'KUSHY-17' });
    expect(product({ id: '' })).toMatchObject({
      importKey: 'kushy:blue-dream-shatter',
      sku: 'KUSHY-BLUE-DREAM-SHATTER',
    });
    expect(reason({ id: '', slug: '' })).toBe('neither id nor slug');
    expect(reason({ id: 'a b' })).toBe('neither id nor slug can be a key');
  });
});

describe('the weight in a name', () => {
  it.each([
    ['.5g Mango Kush - Pre-roll', 0.5, 'g', '0.5 g'],
    ['Shatter Cup - 2.5 gr', 2.5, 'g', '2.5 g'],
    ['1/8 oz Flower', 0.125, 'oz', '1/8 oz'],
    ['Salve CBD - 5ml Sample', 5, 'ml', '5 ml'],
    ['Dag Tincture - 30ML', 30, 'ml', '30 ml'],
    ['Field Balm - 2oz.', 2, 'oz', '2 oz'],
  ])('%s', (name, weight, weightUnit, label) => {
    expect(defaultVariant(name)).toEqual({ name: label, weight, weightUnit });
  });

  it.each([
    'Chocolate Bar 420mg',
    '9 Pound Hammer - Shatter',
    'G-13 - Wax',
    'Blackberry Kush Cones - 6g - 12 pack',
    'Butter - 4 fl. oz',
    'Sampler 1g and 2g',
    'Mix 0g',
    '0/0 oz',
  ])('finds no weight in %s', (name) => {
    expect(readWeight(name)).toBeNull();
    expect(defaultVariant(name).name).toBe('Default');
  });
});

describe('duplicates', () => {
  const at = (finder: DuplicateFinder, line: number, cells: Partial<SourceRow>) =>
    finder.earlierLine(product({ id: String(line), ...cells }), line);

  it('are the same brand, name and category, spelling aside, and name the first line', () => {
    const finder = new DuplicateFinder();
    expect(at(finder, 2, { name: 'Master Kush - Shatter' })).toBeUndefined();
    expect(at(finder, 3, { name: 'MasterKush  - shatter' })).toBe(2);
    expect(at(finder, 4, { name: 'Master Kush - Shatter' })).toBe(2);
    expect(at(finder, 5, { name: 'Master Kush - Shatter', brand: 'Another' })).toBeUndefined();
    expect(at(finder, 6, { name: 'Master Kush - Shatter', category: 'Vapes,' })).toBeUndefined();
  });

  it('are the same id', () => {
    const finder = new DuplicateFinder();
    expect(at(finder, 2, { id: 'a1' })).toBeUndefined();
    expect(at(finder, 3, { id: 'A1', name: 'Something else - Shatter' })).toBe(2);
  });

  it('are not two strengths of one product', () => {
    const finder = new DuplicateFinder();
    expect(at(finder, 2, { name: 'CBD Drops 1:1 1.5g' })).toBeUndefined();
    expect(at(finder, 3, { name: 'CBD Drops 11 1.5g' })).toBeUndefined();
    expect(at(finder, 4, { name: 'CBD Drops 1:1 15g' })).toBeUndefined();
  });
});
