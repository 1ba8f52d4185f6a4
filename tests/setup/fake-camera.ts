import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, type WriteInputBarcodeFormat, writeBarcode } from 'zxing-wasm/writer';

const WIDTH = 640;
const HEIGHT = 480;
/** Frames of the file, which Chromium repeats. */
const FRAMES = 3;

/** Dark modules of a barcode as gray pixels, 0 for dark. */
export async function drawBarcode(text: string, format: WriteInputBarcodeFormat) {
  const { resolve } = createRequire(import.meta.url);
  const wasmBinary = readFileSync(resolve('zxing-wasm/writer/zxing_writer.wasm'));
  await prepareZXingModule({ overrides: { wasmBinary: wasmBinary.buffer }, fireImmediately: true });
  const { symbol, error } = await writeBarcode(text, { format });
  if (error) throw new Error(error);
  return symbol;
}

/**
 * A video of a barcode as a file for Chromium's fake camera: YUV4MPEG2, written by hand.
 * @throws Error for a text that the format can't hold
 */
export async function videoOf(text: string, format: WriteInputBarcodeFormat = 'Code128'): Promise<Buffer> {
  const symbol = await drawBarcode(text, format);
  const scale = Math.floor((WIDTH * 0.9) / symbol.width);
  const height = Math.max(symbol.height * scale, 160);
  const left = Math.floor((WIDTH - symbol.width * scale) / 2);
  const top = Math.floor((HEIGHT - height) / 2);
  const luma = Buffer.alloc(WIDTH * HEIGHT, 235);
  for (let y = 0; y < height; y++) {
    const row = Math.min(symbol.height - 1, Math.floor((y * symbol.height) / height));
    for (let x = 0; x < symbol.width * scale; x++) {
      const dark = (symbol.data[row * symbol.width + Math.floor(x / scale)] ?? 255) < 128;
      if (dark) luma[(top + y) * WIDTH + left + x] = 16;
    }
  }
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)]);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  return Buffer.concat([head, ...Array.from({ length: FRAMES }, () => frame)]);
}
