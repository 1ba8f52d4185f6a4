import { serve } from '../../../platform/threads/serve';
import { drawSheets } from './draw';
import type { PrintedSheet } from './schema';

serve((data: Uint8Array) => {
  const sheets: PrintedSheet[] = JSON.parse(new TextDecoder().decode(data));
  return drawSheets(sheets);
}, 'own');
