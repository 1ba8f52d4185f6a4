/** What a stranger may do: nothing, ask for a business that the operator reviews, or start at once. */
export const SIGN_UP_MODES = ['off', 'review', 'open'] as const;
export type SignUpMode = (typeof SIGN_UP_MODES)[number];
