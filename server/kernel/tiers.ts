/** Tiers of an entity, lowest first. */
export const TIERS = ['free', 'pro', 'enterprise'] as const;
export type Tier = (typeof TIERS)[number];

interface Settings {
  DEFAULT_TIER?: Tier | undefined;
  SIGN_UP?: string | undefined;
}

/** The tier of a business that the operator makes: by the set-up link or the command line (decision 930). */
export const tierOfOwn = ({ DEFAULT_TIER }: Settings): Tier => DEFAULT_TIER ?? 'enterprise';

/** The tier of a business that makes itself: by signing up, or by accepting an invitation. */
export const tierOfStrangers = ({ DEFAULT_TIER }: Settings): Tier => DEFAULT_TIER ?? 'free';

/** Whether every business of the installation is one that the operator made, so that a limit on calls only hinders it. */
export const isForOwn = ({ DEFAULT_TIER, SIGN_UP }: Settings): boolean =>
  DEFAULT_TIER === undefined && (SIGN_UP === undefined || SIGN_UP === 'off');
