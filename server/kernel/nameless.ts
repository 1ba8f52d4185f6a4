/** What rows of reports are called for goods without a brand, and customers without a representative. */
export const NO_BRAND = 'No brand';
export const NO_REPRESENTATIVE = 'No representative';
