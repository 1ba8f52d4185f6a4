const LISTING = 'id,name,slug,brand,category,strain,thc,cbd';
const listing = (cells: Partial<Record<'name' | 'brand' | 'category' | 'strain' | 'thc', string>>) => {
  const { name = 'Blue Dream', brand = 'Moxie', category = 'Flower', strain = '', thc = '' } = cells;
  return `${LISTING}\n1,${name},blue-dream,${brand},${category},${strain},${thc},\n`;
};
const MEGABYTE = 1_000_000;
const long = (text: string) => text.repeat(MEGABYTE / text.length);

interface HostileCsv {
  kind: 'products' | 'count' | 'inventory';
  make(): string;
}

/** Small files that a reader may take long for. */
export const HOSTILE_CSVS: Record<string, HostileCsv> = {
  '1 MB of digits in thc': { kind: 'products', make: () => listing({ thc: `${long('1')}x` }) },
  '1 MB of separators in a name': { kind: 'products', make: () => listing({ name: `a${long('- ')}a` }) },
  '1 MB of brackets in a strain': { kind: 'products', make: () => listing({ strain: long('(') }) },
  '1 MB of misread characters in a brand': {
    kind: 'products',
    make: () => listing({ brand: long('Ã').slice(0, 450_000) }),
  },
  '1 MB of white space in a category': {
    kind: 'products',
    make: () => listing({ category: `a${long(' \t')}a` }),
  },
  '500 KB of marks in the wrong order in a name': {
    kind: 'products',
    make: () => listing({ name: `a${'\u0301\u0323'.repeat(125_000)}` }),
  },
  '1 MB of empty lines': { kind: 'count', make: () => `sku,counted\n${long('\n')}A-1,1\n` },
  '9 MB of blank lines': { kind: 'count', make: () => `sku,counted\n${long(' ,\n').repeat(9)}A-1,1\n` },
  '1 MB of quotes in a cell': { kind: 'count', make: () => `sku,counted,notes\nA-1,1,"${long('""')}"\n` },
  '1 MB of quotes out of place': { kind: 'count', make: () => `sku,counted,notes\nA-1,1,a${long('"a')}\n` },
  'a million columns': { kind: 'count', make: () => `sku,counted\nA-1,1${long(',')}\n` },
  '100,000 lines of one column': { kind: 'count', make: () => `sku,counted\n${'A\n'.repeat(100_000)}` },
  '1 MB of commas in a quantity': { kind: 'inventory', make: () => `sku,quantity\nA-1,"${long('1,')}"\n` },
  '60 KB of quotes in the header': {
    kind: 'count',
    make: () => `sku,counted,${'"a'.repeat(30_000)}\nA-1,1,\n`,
  },
};
