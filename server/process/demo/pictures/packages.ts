import type { BrandLook } from './brands';
import type { Box } from './label';

/** A package: what is drawn behind its label, and where the label is. */
export interface Package {
  svg: string;
  label: Box;
  /** What the label says is inside. */
  inside: string;
}

type Draw = (look: BrandLook) => Package;

const rect = (x: number, y: number, width: number, height: number, rx: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${rx}" fill="${fill}"${more}/>`;
/** Light from the left, as on everything round. */
const round = (x: number, y: number, width: number, height: number, rx: number) =>
  rect(x, y, width, height, rx, 'url(#round)');
const ground = (width: number, y = 412) =>
  `<ellipse cx="240" cy="${y}" rx="${width / 2}" ry="13" fill="#000" opacity=".13"/>`;

/** Buds in a glass, drawn around 0, 0. */
const BUD = `<g><path d="M0-26c14 2 22 12 20 26s-10 24-20 24-19-9-20-24 6-28 20-26z" fill="#6f9150"/>
<path d="M-9-12q9 4 18-2M-12 2q12 6 24-1M-8 14q8 4 16-1" stroke="#4f7036" stroke-width="3" fill="none" stroke-linecap="round"/>
<path d="M-4-20q3 3 5 8M8-6q-2 6-7 8M-10 4q4 1 6 7" stroke="#d58a3c" stroke-width="2" fill="none" stroke-linecap="round"/></g>`;

const jar: Draw = ({ body, label }) => {
  const buds = [
    [186, 196, -18],
    [236, 186, 10],
    [290, 198, 30],
    [208, 232, 40],
    [262, 230, -30],
    [306, 240, 12],
    [178, 250, 8],
    [190, 384, 20],
    [240, 388, -14],
    [292, 382, 34],
  ].map(([x, y, turn]) => `<g transform="translate(${x} ${y}) rotate(${turn})">${BUD}</g>`);
  const box = { x: 142, y: 256, width: 196, height: 116 };
  return {
    svg: `${ground(220)}${rect(142, 150, 196, 262, 34, '#e9f0ee')}<g clip-path="url(#jar)">${buds.join('')}</g>
${rect(box.x, box.y, box.width, box.height, 0, label)}${round(142, 150, 196, 262, 34)}
${rect(160, 164, 12, 84, 6, '#fff', ' opacity=".55"')}
${rect(150, 92, 180, 62, 14, body)}${round(150, 92, 180, 62, 14)}
<path d="M150 136h180" stroke="#000" stroke-opacity=".18" stroke-width="3"/>`,
    label: box,
    inside: 'Flower',
  };
};

/** A low, wide glass, with what is in it. */
const dab =
  (content: string, inside: string): Draw =>
  ({ body, label }) => {
    const box = { x: 134, y: 268, width: 212, height: 92 };
    return {
      svg: `${ground(236, 398)}${rect(134, 226, 212, 170, 30, '#eef2f1')}${rect(150, 240, 180, 142, 22, content)}
<path d="M160 262q40-16 80 0t80-4" stroke="#fff" stroke-opacity=".6" stroke-width="5" fill="none" stroke-linecap="round"/>
${rect(box.x, box.y, box.width, box.height, 0, label)}${round(134, 226, 212, 170, 30)}
${rect(122, 152, 236, 82, 18, body)}${round(122, 152, 236, 82, 18)}
<path d="M122 212h236M122 196h236" stroke="#000" stroke-opacity=".14" stroke-width="3"/>`,
      label: box,
      inside,
    };
  };

const cartridge: Draw = ({ body, label }) => {
  const box = { x: 108, y: 170, width: 168, height: 210 };
  return {
    svg: `${ground(300)}${rect(96, 92, 192, 318, 12, body)}${rect(96, 92, 192, 318, 12, 'url(#side)')}
${rect(box.x, box.y, box.width, box.height, 6, label)}
<path d="M322 196q0-34 22-34t22 34v22h-44z" fill="#2b2f33"/>${rect(316, 216, 56, 118, 10, '#f4f4f0')}
${rect(322, 238, 44, 92, 6, '#e0a233')}${rect(336, 222, 16, 104, 4, '#c9cfd3')}${round(316, 216, 56, 118, 10)}
${rect(318, 332, 52, 46, 4, '#b9c0c5')}${rect(330, 378, 28, 30, 3, '#8f979d')}
<path d="M330 386h28M330 394h28M330 402h28" stroke="#6f767b" stroke-width="2"/>`,
    label: box,
    inside: 'Cartridge',
  };
};

const pen: Draw = ({ body, label }) => {
  const box = { x: 108, y: 170, width: 168, height: 210 };
  return {
    svg: `${ground(300)}${rect(96, 92, 192, 318, 12, label)}${rect(96, 92, 192, 66, 12, body)}
${rect(96, 92, 192, 318, 12, 'url(#side)')}
<path d="M326 120q18-34 36 0v22h-36z" fill="#20242a"/>${rect(312, 136, 64, 272, 26, body)}
${rect(330, 176, 28, 74, 12, '#20242a')}${rect(335, 196, 18, 48, 8, '#e0a233')}
<circle cx="344" cy="368" r="7" fill="#fff" opacity=".85"/>${round(312, 136, 64, 272, 26)}`,
    label: box,
    inside: 'Disposable',
  };
};

/** A pouch that stands, with a window of gummies below its label. */
const pouch: Draw = ({ body, label, ink }) => {
  const colors = [body, '#e2574c', '#f0a63a', '#6aa84f', body];
  const gummies = colors.map((color, index) =>
    rect(
      162 + index * 32,
      338 + (index % 2) * 8,
      28,
      28,
      8,
      color,
      ' stroke="#fff" stroke-opacity=".5" stroke-width="2"',
    ),
  );
  const box = { x: 148, y: 168, width: 184, height: 136 };
  return {
    svg: `${ground(240)}<path d="M132 84h216l8 300q0 28-28 28H152q-28 0-28-28z" fill="${body}"/>
<path d="M132 84h216l1 34H131z" fill="#000" opacity=".14"/><path d="M131 118h218" stroke="#fff" stroke-opacity=".35" stroke-width="2" stroke-dasharray="6 6"/>
<circle cx="240" cy="101" r="9" fill="#f3f5f4"/>${rect(box.x, box.y, box.width, box.height, 14, label)}
${rect(148, 322, 184, 66, 20, '#fff', ` opacity=".92" stroke="${ink}" stroke-opacity=".15"`)}${gummies.join('')}
<path d="M132 84h216l8 300q0 28-28 28H152q-28 0-28-28z" fill="url(#side)"/>`,
    label: box,
    inside: 'Gummies',
  };
};

const bar: Draw = ({ body, label }) => {
  const squares = [0, 1, 2, 3].flatMap((column) =>
    [0, 1].map((row) =>
      rect(152 + column * 45, 76 + row * 44, 41, 40, 5, '#5a3524', ' stroke="#7a4c36" stroke-width="3"'),
    ),
  );
  const box = { x: 152, y: 206, width: 176, height: 150 };
  return {
    svg: `${ground(230)}${rect(144, 68, 192, 120, 8, '#4a2a1c')}${squares.join('')}
<path d="M132 176l14-14 16 14 16-14 16 14 16-14 16 14 16-14 16 14 16-14 16 14 16-14 16 14 14-14 12 14v16H132z" fill="#e9d9a8"/>
${rect(132, 186, 216, 224, 8, body)}${rect(box.x, box.y, box.width, box.height, 6, label)}${rect(132, 186, 216, 224, 8, 'url(#side)')}`,
    label: box,
    inside: 'Chocolate',
  };
};

const can: Draw = ({ body, label }) => {
  const box = { x: 156, y: 188, width: 168, height: 140 };
  return {
    svg: `${ground(190)}<path d="M166 84h148l14 28v276l-14 24H166l-14-24V112z" fill="${body}"/>
<path d="M152 176h176v164H152z" fill="${label}"/><path d="M152 176q88 22 176 0M152 340q88 22 176 0" stroke="#fff" stroke-opacity=".5" stroke-width="4" fill="none"/>
<path d="M166 84h148l14 28v276l-14 24H166l-14-24V112z" fill="url(#round)"/>
<ellipse cx="240" cy="84" rx="74" ry="13" fill="#d3d9dc"/><ellipse cx="240" cy="84" rx="62" ry="9" fill="#aeb7bb"/>
<path d="M228 84q12-9 24 0-12 7-24 0z" fill="#e9eef0"/>`,
    label: box,
    inside: 'Beverage',
  };
};

const tin: Draw = ({ body, label }) => {
  const box = { x: 150, y: 168, width: 180, height: 110 };
  return {
    svg: `${ground(300, 392)}<path d="M96 226v104c0 36 64 66 144 66s144-30 144-66V226z" fill="${body}"/>
<path d="M96 226v104c0 36 64 66 144 66s144-30 144-66V226z" fill="url(#round)"/>
<path d="M96 286c0 36 64 66 144 66s144-30 144-66" stroke="#000" stroke-opacity=".2" stroke-width="4" fill="none"/>
<ellipse cx="240" cy="222" rx="144" ry="88" fill="${body}"/><ellipse cx="240" cy="218" rx="130" ry="78" fill="${label}"/>
<path d="M118 200q30-56 122-58" stroke="#fff" stroke-opacity=".6" stroke-width="6" fill="none" stroke-linecap="round"/>`,
    label: box,
    inside: 'Balm',
  };
};

const tube: Draw = ({ body, label }) => {
  const box = { x: 162, y: 170, width: 156, height: 134 };
  return {
    svg: `${ground(170)}<path d="M142 72h196l-26 280H168z" fill="${body}"/><path d="M150 148h180l-16 172H166z" fill="${label}"/>
<path d="M142 72h196l-26 280H168z" fill="url(#round)"/><path d="M142 72h196l-2 24H144z" fill="#000" opacity=".16"/>
${rect(174, 352, 132, 58, 12, '#f4f4f1')}${round(174, 352, 132, 58, 12)}
<path d="M190 362v40M206 362v40M222 362v40M238 362v40M254 362v40M270 362v40M288 362v40" stroke="#000" stroke-opacity=".12" stroke-width="3"/>`,
    label: box,
    inside: 'Lotion',
  };
};

const booklet: Draw = ({ body, label }) => {
  const box = { x: 104, y: 218, width: 272, height: 132 };
  return {
    svg: `${ground(330, 376)}<path d="M120 138h240l12 60H108z" fill="#fbfaf6"/>
<path d="M132 124h216l8 20H124z" fill="#f1eee4"/><path d="M112 176h256M116 160h248" stroke="#ddd7c6" stroke-width="2"/>
${rect(88, 192, 304, 182, 10, body)}${rect(box.x, box.y, box.width, box.height, 6, label)}${rect(88, 192, 304, 182, 10, 'url(#side)')}`,
    label: box,
    inside: 'Papers',
  };
};

const pipe: Draw = ({ body, label }) => {
  const box = { x: 130, y: 310, width: 220, height: 84 };
  return {
    svg: `${rect(96, 294, 288, 116, 12, label, ' stroke="#000" stroke-opacity=".08"')}
<path d="M92 196q-8-26 18-30l150 4q8-58 66-62 62-2 66 58 2 66-60 74-34 4-58-22L116 222q-20-2-24-26z" fill="${body}"/>
<path d="M92 196q-8-26 18-30l150 4q8-58 66-62 62-2 66 58 2 66-60 74-34 4-58-22L116 222q-20-2-24-26z" fill="url(#fall)"/>
<ellipse cx="330" cy="146" rx="36" ry="20" fill="#1e2528" opacity=".55"/><ellipse cx="330" cy="142" rx="26" ry="12" fill="#6f9150"/>
<path d="M116 180l138 6" stroke="#fff" stroke-opacity=".55" stroke-width="6" stroke-linecap="round"/>`,
    label: box,
    inside: 'Pipe',
  };
};

const grinder: Draw = ({ body, label }) => {
  const ridges = Array.from({ length: 17 }, (_, index) => {
    const x = 112 + index * 16;
    return `M${x} 214v${40 - Math.abs(8 - index) * 0.8}`;
  }).join('');
  const box = { x: 156, y: 276, width: 168, height: 92 };
  return {
    svg: `${ground(290, 402)}<path d="M100 236v132c0 24 60 42 140 42s140-18 140-42V236z" fill="${body}"/>
<path d="M140 268h200v108c-60 14-140 14-200 0z" fill="${label}"/>
<path d="M100 160v88c0 24 60 42 140 42s140-18 140-42v-88z" fill="${body}"/>
<path d="${ridges}" stroke="#000" stroke-opacity=".2" stroke-width="4"/>
<path d="M100 160v208c0 24 60 42 140 42s140-18 140-42V160z" fill="url(#round)"/>
<ellipse cx="240" cy="158" rx="140" ry="56" fill="${body}"/><ellipse cx="240" cy="154" rx="122" ry="46" fill="#fff" opacity=".18"/>
<path d="M150 138q40-26 90-26" stroke="#fff" stroke-opacity=".6" stroke-width="6" fill="none" stroke-linecap="round"/>`,
    label: { ...box, y: 292, height: 84 },
    inside: 'Grinder',
  };
};

/** The package of each subcategory; flower of every kind is in a jar. */
export const PACKAGES: Readonly<Record<string, Draw>> = {
  flower: jar,
  live_resin: dab('#e3b04b', 'Live resin'),
  shatter: dab('#c9862f', 'Shatter'),
  rosin: dab('#ecd9a0', 'Rosin'),
  wax: dab('#f0cf6b', 'Wax'),
  cartridges: cartridge,
  disposables: pen,
  gummies: pouch,
  chocolates: bar,
  beverages: can,
  balms: tin,
  lotions: tube,
  papers: booklet,
  pipes: pipe,
  grinders: grinder,
};
