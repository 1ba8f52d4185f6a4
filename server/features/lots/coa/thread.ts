import { confine } from '../../../platform/pdf/confined';
import { serve } from '../../../platform/threads/serve';
import { readCertificate } from './read';

confine();
const [pdfjsWorker, { extractText }] = await Promise.all([
  import('pdfjs-dist/legacy/build/pdf.worker.min.mjs'),
  import('../../../platform/pdf/extract'),
]);
// In a thread of its own already, pdf.js needs no other.
Object.assign(globalThis, { pdfjsWorker });
serve(async (contents: Uint8Array) => readCertificate(await extractText(contents)));
