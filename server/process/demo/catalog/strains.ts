export interface Strain {
  name: string;
  kind: 'indica' | 'sativa' | 'hybrid';
  thc: number;
  cbd: number;
  /** Aroma and taste. */
  notes: string;
  mood: string;
}

const strain = (
  name: string,
  kind: Strain['kind'],
  thc: number,
  cbd: number,
  notes: string,
  mood: string,
): Strain => ({ name, kind, thc, cbd, notes, mood });

/** The first half is the distributor's menu, the second the shops' own. */
export const STRAINS: readonly Strain[] = [
  strain('Blue Dream', 'hybrid', 21.4, 0.2, 'blueberry, vanilla and cedar', 'Bright and easy-going'),
  strain('OG Kush', 'hybrid', 23.8, 0.1, 'pine, lemon peel and fuel', 'Heavy-lidded but clear'),
  strain('Sour Diesel', 'sativa', 22.6, 0.1, 'diesel, grapefruit and herbs', 'Quick and talkative'),
  strain('Granddaddy Purple', 'indica', 19.7, 0.1, 'grape, berry and earth', 'Slow and cosy'),
  strain('Gelato', 'hybrid', 24.9, 0.1, 'sweet cream, citrus and lavender', 'Warm and balanced'),
  strain(
    'Wedding Cake',
    'indica',
    25.6,
    0.1,
    'vanilla frosting, pepper and tangy fruit',
    'Calm and contented',
  ),
  strain('Jack Herer', 'sativa', 20.3, 0.2, 'pine, black pepper and wood', 'Clear-headed and lively'),
  strain('Northern Lights', 'indica', 18.8, 0.3, 'honey, spruce and spice', 'Restful'),
  strain('Durban Poison', 'sativa', 19.9, 0.2, 'anise, sweet earth and pine', 'Focused and upbeat'),
  strain('Pineapple Express', 'hybrid', 21.1, 0.1, 'pineapple, mango and cedar', 'Sunny'),
  strain('Bubba Kush', 'indica', 20.5, 0.1, 'coffee, cocoa and earth', 'Deeply relaxed'),
  strain('Super Lemon Haze', 'sativa', 22, 0.2, 'lemon candy, lime and herbs', 'Zesty and awake'),
  strain('Purple Punch', 'indica', 20.9, 0.1, 'grape candy and blueberry muffin', 'Dreamy'),
  strain('Strawberry Cough', 'sativa', 20.1, 0.1, 'strawberry, butter and pepper', 'Cheerful'),
  strain('Ice Cream Cake', 'indica', 24.2, 0.1, 'sweet dough, vanilla and cheese', 'Quiet and heavy'),
  strain('Mimosa', 'sativa', 21.7, 0.1, 'blood orange, berry and pine', 'A bright morning'),
  strain('Trainwreck', 'hybrid', 20.7, 0.2, 'lemon, menthol and spiced pine', 'Fast and playful'),
  strain('Harlequin', 'sativa', 6.8, 9.4, 'mango, musk and fresh earth', 'Gentle and alert'),
  strain('Tangie', 'sativa', 20.8, 0.1, 'tangerine and sweet herbs', 'Sparkling'),
  strain('White Widow', 'hybrid', 19.6, 0.2, 'pine, wood and fresh pepper', 'Sociable'),
  strain('Cherry Pie', 'hybrid', 20.2, 0.1, 'cherry, crust and earth', 'Mellow and smiling'),
  strain('Do-Si-Dos', 'indica', 25.1, 0.1, 'mint, lime and floral earth', 'Loose-limbed'),
  strain('Green Crack', 'sativa', 20.6, 0.1, 'mango, citrus and pine', 'Sharp and energetic'),
  strain('Forbidden Fruit', 'indica', 22.3, 0.1, 'cherry, passion fruit and mandarin', 'Unhurried'),
  strain('Maui Wowie', 'sativa', 18.4, 0.2, 'pineapple, melon and sea air', 'Carefree'),
  strain('Sunset Sherbet', 'hybrid', 22.8, 0.1, 'orange sherbet, berry and mint', 'Glowing'),
  strain('ACDC', 'hybrid', 1.2, 16.5, 'pine, honey and pepper', 'Clear, hardly a buzz'),
  strain('Hindu Kush', 'indica', 19.2, 0.2, 'sandalwood, pine and sweet earth', 'Grounded'),
  strain('Lemon Tree', 'hybrid', 21.9, 0.1, 'lemon zest, diesel and cream', 'Light and relaxed'),
  strain('Grape Ape', 'indica', 19.4, 0.1, 'grape soda and wet soil', 'Soft and sleepy'),
  strain('Amnesia Haze', 'sativa', 22.1, 0.1, 'citrus, incense and earth', 'Soaring'),
  strain('Critical Mass', 'indica', 18.9, 1.1, 'honey, wood and ripe fruit', 'Peaceful'),
];
