import type { TokenSigner } from './signer';

/** Mails stay in mailboxes for long. */
const LINK_SECONDS = 400 * 86_400;

/**
 * The link in a mail that ends such mails without signing in.
 * @param subjectId the member, or the invitation, that the mail was about
 * @param what the kind of mail that it ends
 */
export async function unsubscribeLink(
  { signer, publicUrl }: { signer: TokenSigner; publicUrl: string },
  subjectId: string,
  what: string,
): Promise<string> {
  const claims = { sessionId: subjectId, tokenId: what };
  return `${publicUrl}/unsubscribe/${await signer.sign('unsubscribe', claims, new Date(), LINK_SECONDS)}`;
}
