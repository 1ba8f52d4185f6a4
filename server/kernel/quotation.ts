/** Characters that are invisible or turn the direction of text, but for line ends and tabs. */
const INVISIBLE = /[\p{Cf}\p{Co}\p{Cn}]|(?![\n\t])\p{Cc}/gu;
/** A dot within what may be a domain: letters or digits before, two or more letters, digits or hyphens behind. */
const DOMAIN_DOT = /(?<=[\p{L}\p{N}_-])[.。．｡](?=\p{L}[\p{L}\p{N}-])/gu;
const AT = /[@＠](?=\S)/gu;
const SCHEME = /:(?=[/\\]{2})|(?<=\b(?:mailto|tel|sms|javascript|data|file)):/giu;

/**
 * Text that another business wrote, for a mail (decision 420): mail programs make no link of it, since they link whatever
 * looks like an address. The dots, colons and at signs of addresses are in brackets, which a reader still understands.
 */
export function plainText(text: string): string {
  return text
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/gu, '\n')
    .replaceAll(INVISIBLE, '')
    .replaceAll(DOMAIN_DOT, '[.]')
    .replaceAll(AT, '[at]')
    .replaceAll(SCHEME, '[:]');
}

/** The same on one line: a name or a number. */
export function plainName(text: string): string {
  return plainText(text).replaceAll(/[\n\t]/gu, ' ');
}

/** The same as a quotation, so that it can't be mistaken for what Tallyleaf says. */
export function quotationOf(text: string): string {
  return plainText(text)
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}
