/** How a brand's packages look: the color of the package, that of its label, and of what is printed on the label. */
export interface BrandLook {
  body: string;
  label: string;
  ink: string;
  mark: 'sun' | 'leaf' | 'wave' | 'peak' | 'moon' | 'drop' | 'star' | 'house';
}

const look = (body: string, label: string, ink: string, mark: BrandLook['mark']): BrandLook => ({
  body,
  label,
  ink,
  mark,
});

export const BRANDS: Readonly<Record<string, BrandLook>> = {
  'Fogline Farms': look('#5f7f8c', '#f4f1ea', '#2c4753', 'wave'),
  'Copper Finch': look('#b4693a', '#2a211c', '#eab383', 'leaf'),
  'Mendo Slope': look('#4c6b4a', '#eef1e4', '#2f4a2e', 'peak'),
  'Solstice Extracts': look('#d9982f', '#fff7e3', '#8a5408', 'sun'),
  Nightjar: look('#2b3150', '#3a4370', '#e6e2ff', 'moon'),
  'Little Owl': look('#7a5aa6', '#f6effc', '#4d3278', 'moon'),
  'Juniper Street Kitchen': look('#3f7d74', '#eef7f4', '#205049', 'drop'),
  'Marigold Apothecary': look('#e0a43b', '#fffaf0', '#7b5511', 'sun'),
  'Kindling Goods': look('#a4512f', '#f7ece4', '#6f3017', 'star'),
  'Harbor House': look('#2f5d8a', '#f0f5fa', '#1d3f60', 'house'),
  'Eastbay Growers': look('#6f8f3c', '#f5f8ea', '#43591d', 'leaf'),
  'Tilden Extracts': look('#8c4a5f', '#fbeff3', '#5f2738', 'drop'),
  'Harbor Kitchen': look('#3a86a8', '#f0f8fb', '#1c536c', 'wave'),
  'Grand Lake Confections': look('#c75b7a', '#fff1f5', '#852c47', 'star'),
  'Bay Botanica': look('#6a8f7b', '#f2f8f4', '#355744', 'leaf'),
  'Redwood Terrace': look('#7c3f2c', '#f4e9e2', '#5b2817', 'peak'),
  'Telegraph Corner': look('#48505c', '#f2f3f5', '#2b313a', 'star'),
  'Delta Ridge': look('#4f7f9a', '#eef5f8', '#274d62', 'peak'),
  'Kings River': look('#3c7a5d', '#edf7f1', '#1e4f38', 'wave'),
  'Valley Air': look('#8a92c7', '#f4f5fd', '#474f8c', 'wave'),
  'Tower District Sweets': look('#d2694a', '#fff2ed', '#8c371d', 'house'),
};

const FALLBACK = look('#5b6b63', '#f4f6f5', '#2d3a34', 'leaf');

export const brandLook = (brand: string) => BRANDS[brand] ?? FALLBACK;
