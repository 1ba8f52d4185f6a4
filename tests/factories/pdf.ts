/** A PDF that readers open: one empty page. */
export function pdf(text = 'certificate'): Buffer {
  return Buffer.from(
    [
      '%PDF-1.4',
      `% ${text}`,
      '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
      '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
      '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj',
      'trailer<</Root 1 0 R>>',
      '%%EOF',
      '',
    ].join('\n'),
  );
}

/** A PDF of exactly so many bytes. */
export function pdfOf(size: number): Buffer {
  const whole = Buffer.alloc(size, '%');
  whole.write('%PDF-1.4\n');
  whole.write('\n%%EOF\n', size - 7);
  return whole;
}
