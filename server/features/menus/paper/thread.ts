import type { Written } from '../../../platform/pdf/reader';
import { serve } from '../../../platform/threads/serve';
import { drawMenuSheet } from './draw';
import type { MenuSheet } from './schema';

serve(({ data, pictures }: Written) => {
  const sheet: MenuSheet = JSON.parse(new TextDecoder().decode(data));
  return drawMenuSheet(sheet, pictures);
}, 'own');
