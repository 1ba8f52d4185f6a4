import { parentPort, workerData } from 'node:worker_threads';
import { drawSheets } from './draw';
import type { Sheet } from './schema';

const sheets: Sheet[] = JSON.parse(new TextDecoder().decode(workerData));
parentPort?.postMessage(await drawSheets(sheets));
