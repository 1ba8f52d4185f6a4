import { serve } from '../../../platform/threads/serve';
import { drawSheets } from './draw';
import type { Sheet } from './schema';

serve((data: Uint8Array) => {
  const sheets: Sheet[] = JSON.parse(new TextDecoder().decode(data));
  return drawSheets(sheets);
}, 'own');
