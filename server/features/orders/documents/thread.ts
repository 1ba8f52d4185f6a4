import type { Written } from '../../../platform/pdf/reader';
import { serve } from '../../../platform/threads/serve';
import { drawSheets } from './draw';
import type { PrintedSheet } from './schema';

serve(({ data, pictures }: Written) => {
  const sheets: PrintedSheet[] = JSON.parse(new TextDecoder().decode(data));
  return drawSheets(sheets, pictures);
}, 'own');
