import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { mismatchesOf } from '../../features/lots/coa/mismatches';
import type { Extracted } from '../../features/lots/coa/schema';
import type { productCoas } from '../../features/products/tables';
import { addDays } from '../../kernel/clock';
import type { Storage } from '../../kernel/storage';
import type { Business } from './businesses';
import type { BatchRow } from './history/batch-book';
import { HOUR, idAt } from './identity';
import { Random } from './random';

const LABS = ['Green Leaf Analytics', 'Foothill Testing Labs', 'Bay Assay Labs'];
/** The remaining products lack a certificate, so that the demo shows missing ones. */
const CERTIFIED = 0.85;
const FILES_AT_ONCE = 16;
/** Of some certificates, the product says more THC than the document. */
const DIFFERS = 0.04;
const DIFFERENCE = 1.3;
/** Less than this isn't told apart from a difference of rounding. */
const LEAST_THC = 10;

interface Certificate {
  row: typeof productCoas.$inferInsert & { storageKey: string };
  file: Buffer;
}

/** Builds a certificate of analysis for the batches of most products, dated shortly after packaging. */
export function certify(
  { key, members, products }: Business,
  { batches, now }: { batches: readonly BatchRow[]; now: number },
): Certificate[] {
  const random = new Random('certificates', key);
  const uploadedBy = members[0]?.id ?? '';
  return products.flatMap((product) => {
    const certified = random.chance(CERTIFIED);
    const lab = random.pick(LABS);
    if (!certified) return [];
    return batches
      .filter(({ productId }) => productId === product.id)
      .map((batch) => {
        const differs = random.chance(DIFFERS) && (product.thcPercentage ?? 0) > LEAST_THC;
        return certificateOf(batch, product, { lab, uploadedBy, now, less: differs ? DIFFERENCE : 0 });
      });
  });
}

function certificateOf(
  batch: BatchRow,
  product: Business['products'][number],
  { lab, uploadedBy, now, less }: { lab: string; uploadedBy: string; now: number; less: number },
): Certificate {
  const date = addDays(batch.packagedOn, -3);
  const at = Math.min(batch.createdAt.getTime() + HOUR, now - HOUR);
  const id = idAt(at);
  const { thcPercentage = null, cbdPercentage = null } = product;
  const extracted: Extracted = {
    lab,
    batch_id: batch.batchId,
    sampled_on: addDays(batch.packagedOn, -8),
    thc_percentage: Math.round(((thcPercentage ?? 0) - less) * 1000) / 1000,
    cbd_percentage: cbdPercentage ?? 0,
    result: 'passed',
    expires_on: batch.expiresOn,
  };
  const file = onePage(linesOf(product.name, date, extracted));
  const claims = {
    ...{ lab, batch_id: batch.batchId, date },
    ...{ thc_percentage: thcPercentage, cbd_percentage: cbdPercentage },
  };
  const row = {
    id,
    productId: batch.productId,
    entityId: batch.entityId,
    batch: batch.id,
    lab,
    batchId: batch.batchId,
    date,
    fileName: `${batch.batchId}.pdf`,
    fileSize: file.length,
    sha256: createHash('sha256').update(file).digest('hex'),
    storageKey: `${new Date(at).toISOString().slice(0, 7).replace('-', '/')}/${id}.pdf`,
    uploadedBy,
    extracted,
    mismatches: mismatchesOf(claims, extracted),
    createdAt: new Date(at),
  };
  return { row, file };
}

/** What the document says: the reader of certificates reads the same. */
function linesOf(product: string, date: string, said: Extracted): string[] {
  return [
    'Certificate of Analysis (demo)',
    `Laboratory: ${said.lab}`,
    `Product: ${product}`,
    `Batch Number: ${said.batch_id}`,
    `Sample Date: ${said.sampled_on}`,
    `Report Date: ${date}`,
    `Expiration Date: ${said.expires_on}`,
    `Total THC: ${said.thc_percentage} %`,
    `Total CBD: ${said.cbd_percentage} %`,
    'Overall Result: PASS',
  ];
}

export async function storeCertificates(
  storage: Storage,
  certificates: readonly Certificate[],
): Promise<void> {
  for (let at = 0; at < certificates.length; at += FILES_AT_ONCE) {
    const some = certificates.slice(at, at + FILES_AT_ONCE);
    await Promise.all(
      some.map(({ row, file }) =>
        storage.write(row.storageKey, Readable.from([file]), { contentType: 'application/pdf' }),
      ),
    );
  }
}

/** Builds a one-page PDF with these lines (ISO 32000-1). */
function onePage(lines: readonly string[]): Buffer {
  const shown = lines.map(
    (line) => `(${line.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/[()\\]/g, '\\$&')}) Tj T*`,
  );
  const content = ['BT /F1 14 Tf 24 TL 56 760 Td', ...shown, 'ET'].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const start = text.length;
  return Buffer.from(
    `${text}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
  );
}
