import type { License } from './types';

export const ACTIVITY: Record<License['activity'], string> = {
  retail: 'Retail',
  distribution: 'Distribution',
  cultivation: 'Cultivation',
  manufacturing: 'Manufacturing',
  microbusiness: 'Microbusiness',
  other: 'Other',
};

export const USE: Record<License['use'], string> = {
  adult: 'Adult-use',
  medical: 'Medical',
  both: 'Adult-use and medical',
};

export const STATUS: Record<License['status'], string> = {
  active: 'Active',
  suspended: 'Suspended',
  surrendered: 'Surrendered',
};
