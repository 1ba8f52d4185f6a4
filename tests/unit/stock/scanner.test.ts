import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { svgOf } from '@/components/catalog/menus/qr-svg';
import { printedText, READER_OPTIONS } from '@/components/ui/scanner/reader-options';
import { SeenCodes } from '@/components/ui/scanner/seen-codes';
import { isScanningPage } from '@/server/kernel/scanning';
import { drawBarcode } from '../../setup/fake-camera';

beforeAll(async () => {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  await prepareZXingModule({ overrides: { wasmBinary: readFileSync(path).buffer }, fireImmediately: true });
});

/** The symbol on white, four pixels to a module. */
async function pictureOf(text: string, format: Parameters<typeof drawBarcode>[1]) {
  const symbol = await drawBarcode(text, format);
  const [scale, margin] = [4, 60];
  const width = symbol.width * scale + 2 * margin;
  const height = symbol.height * scale + 2 * margin;
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = margin; y < height - margin; y++) {
    const row = Math.min(symbol.height - 1, Math.floor((y - margin) / scale));
    for (let x = margin; x < width - margin; x++) {
      const module = symbol.data[row * symbol.width + Math.floor((x - margin) / scale)] ?? 255;
      if (module < 128) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return { data, width, height, colorSpace: 'srgb' } as ImageData;
}

describe('the scanner', () => {
  test.each([
    ['Code128', 'BD-3.5'],
    ['DataMatrix', '1A4060300002F1D000000014'],
    ['QRCode', '1A4060300002F1D000000014'],
    ['EAN13', '4006381333931'],
    ['UPCA', '036000291452'],
  ] as const)('reads %s', async (format, text) => {
    const found = await readBarcodes(await pictureOf(text, format), READER_OPTIONS);
    expect(found.map(printedText)).toEqual([text]);
  });

  test('reads the link of a menu from the file that is printed', async () => {
    const link = 'https://tallyleaf.example/m/4mk9t2hq7v0x5rj3znb8wcd6ya';
    const { data, info } = await sharp(Buffer.from(await svgOf(link)), { density: 300 })
      .resize(640)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const picture = { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
    const found = await readBarcodes({ ...picture, colorSpace: 'srgb' } as ImageData, READER_OPTIONS);
    expect(found.map(printedText)).toEqual([link]);
  });

  test('takes a code once while it stays in view, and again after it was away', () => {
    const seen = new SeenCodes();
    expect(seen.fresh(['A', ' A '], 0)).toEqual(['A']);
    for (let now = 100; now <= 3_000; now += 100) expect(seen.fresh(['A'], now)).toEqual([]);
    expect(seen.fresh(['A', 'B'], 4_000)).toEqual(['B']);
    expect(seen.fresh(['A'], 5_300)).toEqual(['A']);
    expect(seen.fresh(['', 'x'.repeat(101)], 5_300)).toEqual([]);
  });

  test('may use the camera on pages that scan alone', () => {
    const paths = [
      '/inventory',
      '/inventory/count/1',
      '/orders/1',
      '/orders',
      '/',
      '/settings/team',
      '/sign-in',
    ];
    expect(paths.filter(isScanningPage)).toEqual(['/inventory', '/inventory/count/1', '/orders/1']);
  });
});
