import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { productCoas } from '../../features/products/tables';
import { addDays } from '../../kernel/clock';
import type { Storage } from '../../kernel/storage';
import type { Business } from './businesses';
import type { BatchRow } from './history/batch-book';
import { HOUR, idAt } from './identity';
import { Random } from './random';

const LABS = ['Green Leaf Analytics', 'Foothill Testing Labs', 'Bay Assay'];
/** The remaining products lack a certificate, so that the demo shows missing ones. */
const CERTIFIED = 0.85;
const FILES_AT_ONCE = 16;

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
      .map((batch) => certificateOf(batch, product, { lab, uploadedBy, now }));
  });
}

function certificateOf(
  batch: BatchRow,
  product: Business['products'][number],
  { lab, uploadedBy, now }: { lab: string; uploadedBy: string; now: number },
): Certificate {
  const date = addDays(batch.packagedOn, -3);
  const at = Math.min(batch.createdAt.getTime() + HOUR, now - HOUR);
  const id = idAt(at);
  const file = onePage([
    `${lab} (demo)`,
    'Certificate of Analysis',
    `Product: ${product.name}`,
    `Batch Number: ${batch.batchId}`,
    `Sample Date: ${addDays(batch.packagedOn, -8)}`,
    `Report Date: ${date}`,
    `Expiration Date: ${batch.expiresOn}`,
    `Total THC: ${product.thcPercentage ?? 0} %`,
    `Total CBD: ${product.cbdPercentage ?? 0} %`,
    'Overall Result: PASS',
  ]);
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
    createdAt: new Date(at),
  };
  return { row, file };
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
