import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { parse } from 'tldts';

/** Domains of mail for everyone: no business proves one, and none of their members would be its own. */
const FREE_MAIL: ReadonlySet<string> = new Set([
  ...['gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'yahoo.com'],
  ...['ymail.com', 'rocketmail.com', 'aol.com', 'icloud.com', 'me.com', 'mac.com', 'proton.me', 'pm.me'],
  ...['protonmail.com', 'gmx.com', 'gmx.net', 'gmx.de', 'web.de', 'mail.com', 'zoho.com', 'zohomail.com'],
  ...['fastmail.com', 'fastmail.fm', 'hey.com', 'tutanota.com', 'tuta.com', 'yandex.com', 'yandex.ru'],
  ...['mail.ru', 'qq.com', '163.com', '126.com', 'comcast.net', 'verizon.net', 'att.net', 'sbcglobal.net'],
  ...['cox.net', 'charter.net', 'bellsouth.net', 'earthlink.net', 'mailinator.com', 'inbox.com'],
]);

const MAX_LENGTH = 253;
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

/** A domain as it is stored, or why it can't be one of a business. */
export type DomainName =
  | { domain: string }
  | { problem: 'invalid_domain' | 'public_suffix' | 'free_mail'; message: string };

/** Normalizes a domain: lower case, A-labels, without a last dot. */
export function domainName(text: string): DomainName {
  const typed = text.trim().toLowerCase();
  const domain = domainToASCII(typed.endsWith('.') ? typed.slice(0, -1) : typed);
  const labels = domain.split('.');
  const isName = domain.length <= MAX_LENGTH && labels.length > 1 && labels.every((one) => LABEL.test(one));
  if (!isName || isIP(domain) !== 0 || isIP(typed) !== 0) {
    return { problem: 'invalid_domain', message: 'must be a domain such as example.com' };
  }
  const { domain: registrable, publicSuffix } = parse(domain, { allowPrivateDomains: true });
  if (registrable === null || publicSuffix === domain) {
    return { problem: 'public_suffix', message: 'is a suffix that many share. Enter your own domain.' };
  }
  if (FREE_MAIL.has(registrable)) {
    return { problem: 'free_mail', message: 'gives mail to everyone. Enter your own domain.' };
  }
  return { domain };
}

/** The domain of an email address as it is stored; null without one. Subdomains are others. */
export function domainOf(email: string): string | null {
  const found = domainName(email.slice(email.lastIndexOf('@') + 1));
  return email.includes('@') && 'domain' in found ? found.domain : null;
}
