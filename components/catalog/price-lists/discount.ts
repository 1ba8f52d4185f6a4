import { UNKNOWN } from '@/components/ui/format';

/** "12.5%", or a dash for none. @param bps basis points */
export const discountText = (bps: number) => (bps === 0 ? UNKNOWN : `${bps / 100}%`);
