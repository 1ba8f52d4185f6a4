/** The tiers, the least first. */
export const TIERS = ['free', 'pro', 'enterprise'] as const;
