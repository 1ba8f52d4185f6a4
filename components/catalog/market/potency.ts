import { formatPercentage } from '@/components/ui/format';
import type { Category } from '@/server/features/products/categories';

const MILLIGRAMS = /(?:^|\s)(\d{1,5}(?:\.\d{1,2})?)\s?mg\b/i;

/** THC as the field states it: milligrams where an edible's or drink's name has them, else percent. */
export function potencyOf({
  category,
  variant_name,
  thc_percentage,
}: {
  category: Category;
  variant_name: string;
  thc_percentage: number | null;
}): string {
  const [, amount] = (category === 'edibles' && MILLIGRAMS.exec(variant_name)) || [];
  return amount ? `${amount} mg` : formatPercentage(thc_percentage);
}
