import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import type { BrandLook } from './brands';

/** SVG of each brand's mark, drawn around 0, 0 within a radius of 16. */
const MARKS: Record<BrandLook['mark'], string> = {
  sun: '<circle r="7"/><path d="M0-16v5M0 11v5M-16 0h5M11 0h5M-11-11l3 3M8 8l3 3M11-11l-3 3M-8 8l-3 3" stroke-width="2.5" stroke-linecap="round"/>',
  leaf: '<path d="M0 16C-14 6-14-8 0-16 14-8 14 6 0 16Z"/>',
  wave: '<path d="M-16-5q8-9 16 0t16 0M-16 6q8-9 16 0t16 0" fill="none" stroke-width="4" stroke-linecap="round"/>',
  peak: '<path d="M-17 12-4-13 4 1 8-5 17 12Z"/>',
  moon: '<path d="M5-15A15 15 0 1 0 15 7 12 12 0 0 1 5-15Z"/>',
  drop: '<path d="M0-16C9-4 12 1 12 6A12 12 0 0 1-12 6C-12 1-9-4 0-16Z"/>',
  star: '<path d="M0-16 4-5 16-5 7 3 10 15 0 8-10 15-7 3-16-5-4-5Z"/>',
  house: '<path d="M-14 14V-2L0-15 14-2V14H4V4H-4V14Z"/>',
};

const FONT = new URL('../../../platform/pdf/fonts/inter-600.ttf', import.meta.url);

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

let font: Font | undefined;

/** What is printed on a package: the brand's mark and name, and what is inside. As paths, so that no font is needed. */
export function labelOf(
  box: Box,
  { look, brand, inside }: { look: BrandLook; brand: string; inside: string },
) {
  const center = box.x + box.width / 2;
  const scale = Math.min(1, box.height / 130);
  const lines = inTwoLines(brand);
  const size = Math.min(24 * scale, ...lines.map((line) => (box.width - 20) / widthOf(line, 1)));
  let y = box.y + box.height / 2 - (lines.length * size * 1.12 + 28 * scale) / 2 + 14 * scale;
  const parts = [
    `<g transform="translate(${center} ${y - 6 * scale}) scale(${(scale * 0.9).toFixed(2)})" fill="${look.ink}" stroke="${look.ink}" stroke-width="0">${MARKS[look.mark]}</g>`,
  ];
  y += 30 * scale;
  for (const line of lines) {
    parts.push(textAt(line, center, y, size, look.ink));
    y += size * 1.12;
  }
  parts.push(textAt(inside.toUpperCase(), center, y + 4 * scale, 11 * scale, look.ink, 0.75));
  return parts.join('');
}

function inTwoLines(brand: string): string[] {
  const words = brand.split(' ');
  if (words.length === 1) return [brand];
  return [words.slice(0, -1).join(' '), words.at(-1) ?? ''];
}

function open(): Font {
  font ??= create(readFileSync(FONT)) as Font;
  return font;
}

function widthOf(text: string, size: number): number {
  return (open().layout(text).advanceWidth * size) / open().unitsPerEm;
}

function textAt(text: string, center: number, y: number, size: number, fill: string, opacity = 1): string {
  const run = open().layout(text);
  const scale = size / open().unitsPerEm;
  let x = center - (run.advanceWidth * scale) / 2;
  const glyphs = run.glyphs.map((glyph, index) => {
    const path = glyph.path.scale(scale, -scale).translate(x, y).toSVG();
    x += (run.positions[index]?.xAdvance ?? 0) * scale;
    return path;
  });
  return `<path d="${glyphs.join('').replaceAll(/(?<!\d)\d+\.\d+/g, (number) => Number(number).toFixed(1))}" fill="${fill}" opacity="${opacity}"/>`;
}
