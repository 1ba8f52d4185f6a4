// Other features import this file.
import type { WriteContext } from '../../../operation/context';
import { ReactionPoint } from '../../../operation/reactions';
import type { KeysOfPassword } from '../mails/security-mail';

export interface RenewedPassword {
  member: { id: string; name: string; entity_id: string };
  /** True with a mailed link: a thief of the old password may have made keys. */
  byMail: boolean;
  audit: WriteContext['audit'];
  /** What the reactions found and did, for the mail. */
  keys: KeysOfPassword;
}

/** Reactions to a member's new password, in its transaction. */
export const passwordRenewed = new ReactionPoint<RenewedPassword>('passwordRenewed');
