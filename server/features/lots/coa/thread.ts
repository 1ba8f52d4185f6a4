import '../../../platform/pdf/confined';
import { parentPort, workerData } from 'node:worker_threads';
import * as pdfjsWorker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
import { extractText } from '../../../platform/pdf/extract';
import { readCertificate } from './read';

// In a thread of its own already, pdf.js needs no other.
Object.assign(globalThis, { pdfjsWorker });
parentPort?.postMessage(readCertificate(await extractText(workerData)));
