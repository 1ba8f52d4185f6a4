import type { Category } from '../../../features/products/categories';
import { brandLook } from './brands';
import { labelOf } from './label';
import { PACKAGES } from './packages';

/** Behind the package: light, and a hint of the category's color. */
const GROUND: Record<Category, string> = {
  flower: '#e7efe3',
  concentrates: '#f5ecd9',
  edibles: '#f9e8e8',
  vapes: '#e6ebf6',
  topicals: '#e6f1ee',
  accessories: '#efebe6',
};

/** Gradients that all packages share. */
const DEFS = `<defs>
<linearGradient id="round"><stop stop-color="#000" stop-opacity=".22"/><stop offset=".22" stop-color="#fff" stop-opacity=".28"/>
<stop offset=".55" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".26"/></linearGradient>
<linearGradient id="side"><stop stop-color="#fff" stop-opacity=".12"/><stop offset=".6" stop-color="#fff" stop-opacity="0"/>
<stop offset="1" stop-color="#000" stop-opacity=".16"/></linearGradient>
<linearGradient id="fall" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".25"/><stop offset="1" stop-color="#000" stop-opacity=".25"/></linearGradient>
<radialGradient id="light" cy=".4"><stop stop-color="#fff" stop-opacity=".75"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
<clipPath id="jar"><rect x="146" y="154" width="188" height="254" rx="30"/></clipPath></defs>`;

/** Which picture a product of the demo has: products of one brand and kind share the drawing. */
export interface Pictured {
  category: Category;
  subcategory: string;
  brand: string;
}

/** Draws the package of a product as SVG of 480 × 480. */
export function drawPicture({ category, subcategory, brand }: Pictured): string {
  const look = brandLook(brand);
  const draw = PACKAGES[category === 'flower' ? category : subcategory];
  if (!draw) throw new Error(`no package for ${subcategory}`);
  const { svg, label, inside } = draw(look);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 480" width="480" height="480">${DEFS}
<rect width="480" height="480" fill="${GROUND[category]}"/><rect width="480" height="480" fill="url(#light)"/>
<g transform="translate(240 250) scale(1.14) translate(-240 -250)">${svg}${labelOf(label, { look, brand, inside })}</g></svg>`;
}
